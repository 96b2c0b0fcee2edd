// SPDX-License-Identifier: GPL-3.0-or-later
// A project from elsewhere runs nobody's code before its user says so.
#include "tests/widgets/window_test.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>

using namespace ql;
using namespace ql::widgets;

namespace {

void writeText(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

class TestWindowTrust : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void aStrangersLibraryIsAskedFor_data()
    {
        QTest::addColumn<bool>("isTrusted");
        QTest::newRow("no") << false;
        QTest::newRow("yes") << true;
    }
    void aStrangersLibraryIsAskedFor()
    {
        QFETCH(const bool, isTrusted);
        const QTemporaryDir folder;
        qputenv("XDG_STATE_HOME", QFile::encodeName(folder.filePath(QStringLiteral("state"))));
        const QString path = folder.filePath(QStringLiteral("p.quantloupe"));
        writeText(folder.filePath(QStringLiteral("<b>mine.so")), "native code");
        writeText(path, "quantloupe: 1\nbaseline: a.onnx\nrun:\n  - compare: {op-library: ['<b>mine.so']}\n");
        m_window->show();
        m_window->projectFiles().open(path);
        QMessageBox* box = nullptr;
        QTRY_VERIFY((box = m_window->findChild<QMessageBox*>(QStringLiteral("projectTrust"))));
        QVERIFY2(box->text().contains(QStringLiteral("<b>mine.so")), qPrintable(box->text()));
        QCOMPARE(box->textFormat(), Qt::PlainText);
        QVERIFY2(m_window->workbench().project().path().isEmpty(), "nothing is opened before the answer");
        QVERIFY(m_engine->operatorLibraries.empty());
        const auto role = isTrusted ? QMessageBox::AcceptRole : QMessageBox::RejectRole;
        for (auto* button : box->buttons())
            if (box->buttonRole(button) == role)
                button->click();
        QTRY_COMPARE(m_window->workbench().project().path(), path);
        QCOMPARE(m_engine->operatorLibraries.size(), std::size_t(isTrusted));
        QCOMPARE(session().baseline().path(), folder.filePath(QStringLiteral("a.onnx")));

        // The answer yes is remembered.
        QTRY_VERIFY(!m_window->findChild<QMessageBox*>(QStringLiteral("projectTrust")));
        m_window->projectFiles().open(path);
        if (isTrusted)
            QTRY_COMPARE(m_engine->operatorLibraries.size(), std::size_t(2));
        else
            QTRY_VERIFY(m_window->findChild<QMessageBox*>(QStringLiteral("projectTrust")));
    }
};

QTEST_MAIN(TestWindowTrust)
#include "tst_window_trust.moc"
