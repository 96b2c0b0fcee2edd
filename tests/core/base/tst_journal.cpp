// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/journal.h"
#include "core/base/writing/state_files.h"

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sstream>

using ql::Journal;

namespace {

/// What the log says while this stands.
class Heard {
public:
    Heard()
        : m_before(spdlog::default_logger())
    {
        spdlog::set_default_logger(
            std::make_shared<spdlog::logger>("", std::make_shared<spdlog::sinks::ostream_sink_mt>(m_text)));
    }
    ~Heard() { spdlog::set_default_logger(m_before); }

    QByteArray text() const { return QByteArray::fromStdString(m_text.str()); }

private:
    std::shared_ptr<spdlog::logger> m_before;
    std::ostringstream m_text;
};

} // namespace

class TestJournal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        Journal first(path(), "calibrate", 7);
        QVERIFY(!first.find("seen"));
        first.keep("seen", [] { return std::string("a\0b", 3); });
        first.keep("more", [] { return std::string("old"); });
        first.keep("more", [] { return std::string("new"); });
    }

    void theSameJobGoesOn()
    {
        const Heard heard;
        const Journal again(path(), "calibrate", 7);
        QCOMPARE(again.find("seen"), std::optional(std::string("a\0b", 3)));
        QCOMPARE(again.find("more"), std::optional(std::string("new")));
        QVERIFY(!again.find("nothing"));
        QVERIFY(heard.text().isEmpty());
    }

    void anotherJobBeginsAnew()
    {
        const Heard heard;
        QVERIFY(!Journal(path(), "calibrate", 8).find("seen"));
        QCOMPARE(heard.text().count('\n'), 1);
        QVERIFY(heard.text().contains("belongs to another model"));
        QVERIFY(!Journal(path(), "profile", 7).find("seen"));
        QCOMPARE(heard.text().count('\n'), 1);
    }

    void aDamagedFileIsNotTrusted()
    {
        QFile file(m_folder->filePath("calibrate_state.bin"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto whole = file.readAll();
        file.close();
        for (qsizetype i = 0; i < whole.size(); ++i) {
            auto flipped = whole;
            flipped[i] = char(flipped[i] ^ 16);
            for (const auto& content : {whole.left(i), flipped}) {
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(content);
                file.close();
                const Heard heard;
                if (!content.isEmpty() && !Journal::isOne({content.constData(), std::size_t(content.size())})) {
                    QVERIFY_EXCEPTION_THROWN(Journal(path(), "calibrate", 7), ql::Error); // may be somebody else's
                    continue;
                }
                QVERIFY(!Journal(path(), "calibrate", 7).find("seen"));
                QCOMPARE(heard.text().count('\n'), 1);
            }
        }
    }

    void aJobThatIsDoneLeavesNothing()
    {
        Journal last(path(), "calibrate", 7);
        last.remove();
        QVERIFY(!last.isKept() && !last.find("seen"));
        QVERIFY(!QFile::exists(m_folder->filePath("calibrate_state.bin")));
    }

    void aFullDiskEndsNoJob()
    {
        const Heard heard;
        QFile file(m_folder->filePath("no_folder"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        Journal unwritable(m_folder->filePath("no_folder/in").toStdString(), "fix", 7);
        unwritable.keep("seen", [] { return std::string("lost"); });
        QVERIFY(!unwritable.isKept());
        QCOMPARE(heard.text().count("can't be continued later"), 1);
        Journal nowhere;
        nowhere.keep("seen", [] { return std::string("lost"); });
        QVERIFY(!nowhere.isDue() && !nowhere.find("seen"));
    }

    void anewMeansThatNothingIsKnown()
    {
        const Heard heard;
        Journal fresh(path(), "calibrate", 8, Journal::Start::Anew);
        QVERIFY(fresh.isKept() && !fresh.find("seen") && heard.text().isEmpty());
        fresh.keep("more", [] { return std::string("newer"); });
        QVERIFY(!Journal(path(), "calibrate", 8).find("seen"));
    }

    void whatAnOlderVersionKeptStays()
    {
        const Heard heard;
        const QByteArray older("PK\x03\x04 reproduction_db wholes");
        QFile file(m_folder->filePath("sensitivity_state.pt"));
        QVERIFY(file.open(QIODevice::ReadWrite));
        file.write(older);
        file.flush();
        Journal journal(path(), "sensitivity", 7);
        QCOMPARE(heard.text().count('\n'), 1);
        QVERIFY(heard.text().contains("sensitivity_state.pt: not continued, the work starts anew: it is of an older"));
        journal.keep("seen", [] { return std::string("new"); });
        journal.remove();
        file.seek(0);
        QCOMPARE(file.readAll(), older);
    }

    /// A user named it: what is wrong with it is an error, and no job removes it.
    void checkpointsAreKeptByName()
    {
        const auto file = path() / "training_state.bin";
        auto checkpoint = Journal::checkpoint(file, 7);
        QVERIFY(!checkpoint.find("seen"));
        checkpoint.keep("seen", [] { return std::string("numbers"); });
        QCOMPARE(Journal::checkpoint(file, 7).find("seen"), std::optional(std::string("numbers")));
        QVERIFY(!ql::isState(file));
        QVERIFY_EXCEPTION_THROWN(Journal(path(), "training", 7), ql::Error);
        QVERIFY_EXCEPTION_THROWN(Journal::checkpoint(file, 8), ql::Error);
        QVERIFY_EXCEPTION_THROWN(Journal::checkpoint(path() / "calibrate_state.bin", 7), ql::Error);
        auto unwritable = Journal::checkpoint(file / "in", 7);
        QVERIFY_EXCEPTION_THROWN(unwritable.keep("seen", [] { return std::string("lost"); }), ql::Error);
    }

    void itIsDueNowAndThen()
    {
        Journal journal(path(), "calibrate", 7);
        QVERIFY(!journal.isDue());
        QTRY_VERIFY(journal.isDue());
        journal.keep("seen", [] { return std::string("c"); });
        QVERIFY(!journal.isDue());
    }

private:
    std::filesystem::path path() const { return m_folder->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
