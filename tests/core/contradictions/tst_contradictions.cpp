// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/log.h"
#include "tests/core/contradictions/contradiction.h"
#include "tests/support/array_files.h"

#include <QTest>

#include <algorithm>

using namespace ql::tests;

namespace {

std::vector<Reader> allReaders()
{
    std::vector<Reader> all;
    for (auto readers : {arrayReaders(), weightReaders(), configReaders(), textReaders(), imageReaders()})
        for (auto& reader : readers)
            all.push_back(std::move(reader));
    return all;
}

const std::vector<Reader>& readers()
{
    static const auto all = allReaders();
    return all;
}

const char* nameOf(Kind kind)
{
    return kKinds.at(std::size_t(kind));
}

} // namespace

/// The table of readers × kinds of contradiction: each is an error or a warning, or it is said why it can't occur.
class TestContradictions : public QObject {
    Q_OBJECT

    QByteArray m_warnings;

    /// Errors, warnings and findings while @p reader reads @p content; the path stands as FILE.
    QByteArray complaintOf(const Reader& reader, const QByteArray& content)
    {
        const TemporaryFolder folder;
        const auto path = folder.write(reader.file, content);
        m_warnings.clear();
        QByteArray found;
        try {
            found = reader.read(path);
        } catch (const ql::Error& error) {
            found = QByteArray(error.what()) + '\n';
        }
        QByteArray all = m_warnings + found;
        return all.replace(QByteArray(path.c_str()), "FILE");
    }

private Q_SLOTS:
    void initTestCase()
    {
        ql::setUpLogging("warning");
        ql::addLogSink([this](std::string_view level, std::string_view message) {
            if (level == "warning" || level == "error")
                m_warnings += QByteArray(message.data(), qsizetype(message.size())) + '\n';
        });
    }

    void everyKindIsAnswered()
    {
        for (const auto& reader : readers())
            for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
                QVERIFY2(std::ranges::count(reader.contradictions, Kind(kind), &Contradiction::kind) > 0,
                         qPrintable(QStringLiteral("%1: %2").arg(reader.name, kKinds.at(kind))));
    }

    void whatIsRightIsRead_data()
    {
        QTest::addColumn<std::size_t>("reader");
        for (std::size_t i = 0; i < readers().size(); ++i)
            QTest::newRow(readers()[i].name) << i;
    }
    void whatIsRightIsRead()
    {
        QFETCH(std::size_t, reader);
        QCOMPARE(complaintOf(readers()[reader], readers()[reader].valid), QByteArray());
    }

    void contradictionsAreTold_data()
    {
        QTest::addColumn<std::size_t>("reader");
        QTest::addColumn<std::size_t>("place");
        for (std::size_t i = 0; i < readers().size(); ++i)
            for (std::size_t k = 0; k < readers()[i].contradictions.size(); ++k) {
                const auto& cell = readers()[i].contradictions[k];
                QVERIFY2(!cell.says.isEmpty(), readers()[i].name);
                if (!cell.content.isNull())
                    QTest::addRow("%s, %s: %s", readers()[i].name, nameOf(cell.kind), cell.says.constData()) << i << k;
            }
    }
    void contradictionsAreTold()
    {
        QFETCH(std::size_t, reader);
        QFETCH(std::size_t, place);
        const auto& cell = readers()[reader].contradictions[place];
        const auto found = complaintOf(readers()[reader], cell.content);
        QVERIFY2(found.contains(cell.says), found.isEmpty() ? "no word" : found.constData());
    }
};

QTEST_GUILESS_MAIN(TestContradictions)
#include "tst_contradictions.moc"
