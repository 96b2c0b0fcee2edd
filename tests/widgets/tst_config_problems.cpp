// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_editor/diff_view.h"
#include "widgets/config_editor/inline_diff.h"
#include "widgets/docks/config/config_problems.h"

#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>

using namespace ql;
using namespace ql::widgets;

namespace {

results::Diagnostic notQuantized(const std::string& layer, int line)
{
    return {.severity = results::Severity::Warning,
            .rule = "unquantized",
            .subject = layer,
            .message = Message("layer {} of type {} is not quantized", layer, std::string("Conv")),
            .line = line,
            .column = 3};
}

} // namespace

/// What the config dock says is wrong, and which words of a line a save would change.
class TestConfigProblems : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Many findings of one rule are one line that says what they have in common.
    void problemsAreGroupedByRule()
    {
        std::vector<results::Diagnostic> findings{{.severity = results::Severity::Error,
                                                   .rule = "syntax",
                                                   .message = Message("a list has no end"),
                                                   .line = 7,
                                                   .column = 1}};
        for (int i = 0; i < 26; ++i)
            findings.push_back(notQuantized("conv_" + std::to_string(i), i + 10));
        ConfigProblems problems;
        problems.setFindings(findings);
        QCOMPARE(problems.topLevelItemCount(), 2);
        QCOMPARE(problems.topLevelItem(0)->text(0), QStringLiteral("line 7: A list has no end."));
        QTreeWidgetItem* group = problems.topLevelItem(1);
        QCOMPARE(group->text(0), QStringLiteral("26 × layer … of type Conv is not quantized"));
        QCOMPARE(group->childCount(), 26);
        QVERIFY(!group->isExpanded());
        QSignalSpy lines(&problems, &ConfigProblems::lineChosen);
        QSignalSpy layers(&problems, &ConfigProblems::layerChosen);
        Q_EMIT problems.itemActivated(group, 0); // of no one place
        QCOMPARE(lines.count(), 0);
        Q_EMIT problems.itemActivated(group->child(4), 0);
        QCOMPARE(lines.back(), (QVariantList{14, 3}));
        QCOMPARE(layers.count(), 1);
        problems.setFindings({});
        QCOMPARE(problems.topLevelItemCount(), 0);
    }

    /// Another wording of the same rule is another line.
    void otherWordsAreAnotherGroup()
    {
        auto other = notQuantized("conv_1", 1);
        other.message = Message("layer {} reads float", std::string("conv_1"));
        ConfigProblems problems;
        problems.setFindings({notQuantized("a", 1), other, notQuantized("b", 2)});
        QCOMPARE(problems.topLevelItemCount(), 2);
        QVERIFY(problems.topLevelItem(0)->isExpanded()); // few enough
    }

    void wordsThatDifferAreFound()
    {
        const QString before = QStringLiteral("skip_layers: [conv_1, conv_2, conv_3]");
        const QString after = QStringLiteral("skip_layers: [conv_1, conv_9, conv_2, conv_3]");
        const InlineDiff found = inlineDiff(before, after);
        QVERIFY(found.before.isEmpty());
        QCOMPARE(found.after.size(), 1);
        const QString changed = after.mid(found.after.front().from, found.after.front().length);
        QVERIFY2(changed.contains(QStringLiteral("conv_9")) && !changed.contains(QStringLiteral("conv_2")),
                 qPrintable(changed));
        const InlineDiff bits = inlineDiff(QStringLiteral("  num_bits: 8"), QStringLiteral("  num_bits: 16"));
        QCOMPARE(bits.before, (QList<TextSpan>{{12, 1}}));
        QCOMPARE(bits.after, (QList<TextSpan>{{12, 2}}));
        QCOMPARE(inlineDiff(QStringLiteral("a: 1"), QStringLiteral("b 2")).after, QList<TextSpan>()); // as a whole
        QCOMPARE(inlineDiff(before, before).after, QList<TextSpan>());
    }

    void theDiffMarksThem()
    {
        DiffView view;
        view.setDiff(QStringLiteral("--- a\n+++ b\n@@ -1,2 +1,2 @@\n x: 1\n-num_bits: 8\n+num_bits: 16\n"));
        QStringList marked;
        for (const auto& selection : view.extraSelections())
            if (!selection.format.boolProperty(QTextFormat::FullWidthSelection))
                marked.append(selection.cursor.selectedText());
        QCOMPARE(marked, (QStringList{"8", "16"}));
    }
};

QTEST_MAIN(TestConfigProblems)
#include "tst_config_problems.moc"
