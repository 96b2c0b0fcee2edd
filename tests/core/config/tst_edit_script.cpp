// SPDX-License-Identifier: GPL-3.0-or-later
// What turns one list of lines into another: complete always, shortest where lists are short, cheap where they are
// long.
#include "core/config/edit/edit_script.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <string>

using ql::config::edit::editScript;
using ql::config::edit::ScriptRow;
using Lines = std::vector<std::string_view>;

namespace {

/// The lines that rows of the sign @p one or ' ' hold.
Lines linesOf(const std::vector<ScriptRow>& rows, char one)
{
    Lines lines;
    for (const auto& row : rows)
        if (row.sign == ' ' || row.sign == one)
            lines.push_back(row.line);
    return lines;
}

std::size_t changesOf(const std::vector<ScriptRow>& rows)
{
    return std::size_t(std::ranges::count_if(rows, [](const auto& row) { return row.sign != ' '; }));
}

/// By the table of longest common subsequences.
std::size_t fewestChanges(const Lines& a, const Lines& b)
{
    std::vector<std::size_t> above(b.size() + 1, 0);
    for (const auto& line : a) {
        auto row = above;
        for (std::size_t j = 0; j < b.size(); ++j)
            row[j + 1] = line == b[j] ? above[j] + 1 : std::max(above[j + 1], row[j]);
        above = std::move(row);
    }
    return a.size() + b.size() - 2 * above.back();
}

/// Names of lines, which outlive all tests.
const std::vector<std::string>& words()
{
    static const auto all = [] {
        std::vector<std::string> made;
        for (int i = 0; i < 60'000; ++i)
            made.push_back("line " + std::to_string(i) + "\n");
        return made;
    }();
    return all;
}

Lines randomLines(std::mt19937& random, std::size_t count, std::size_t kinds)
{
    Lines lines;
    for (std::size_t i = 0; i < count; ++i)
        lines.push_back(words()[std::uniform_int_distribution<std::size_t>(0, kinds - 1)(random)]);
    return lines;
}

void verifyComplete(const Lines& a, const Lines& b, const std::vector<ScriptRow>& rows)
{
    QVERIFY(linesOf(rows, '-') == a);
    QVERIFY(linesOf(rows, '+') == b);
}

} // namespace

class TestEditScript : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isShortestOfFewLines()
    {
        std::mt19937 random(1);
        for (int round = 0; round < 300; ++round) {
            const auto a = randomLines(random, std::size_t(round % 23), 2 + std::size_t(round % 7));
            const auto b = randomLines(random, std::size_t(round % 19), 2 + std::size_t(round % 7));
            const auto rows = editScript(a, b);
            verifyComplete(a, b, rows);
            QCOMPARE(changesOf(rows), fewestChanges(a, b));
        }
    }

    void isCompleteOfManyLines_data()
    {
        QTest::addColumn<int>("kinds"); // few: hardly a line that stands once
        QTest::newRow("two kinds") << 2;
        QTest::newRow("many kinds") << 3000;
        QTest::newRow("hardly a line twice") << 60'000;
    }
    void isCompleteOfManyLines()
    {
        QFETCH(int, kinds);
        std::mt19937 random(2);
        const auto a = randomLines(random, 5000, std::size_t(kinds));
        auto b = a;
        for (int i = 0; i < 500; ++i)
            b[std::size_t(i) * 10] = words()[std::size_t(i)];
        b.insert(b.begin() + 2500, a.begin(), a.begin() + 700);
        verifyComplete(a, b, editScript(a, b));
    }

    /// A config of few lines and an entry of nine lines for each of 5,000 layers.
    void takesWholePiecesOutAndIn()
    {
        const Lines few{words()[0], words()[1], words()[2]};
        Lines many{words()[0]};
        for (std::size_t i = 0; i < 45'000; ++i)
            many.push_back(words()[10 + i]);
        many.push_back(words()[2]);
        for (const auto& [a, b] : {std::pair(few, many), std::pair(many, few)}) {
            const auto rows = editScript(a, b);
            verifyComplete(a, b, rows);
            QCOMPARE(changesOf(rows), std::size_t(45'001));
        }
    }

    void findsChangesFarApart()
    {
        const Lines a(words().begin(), words().end());
        auto b = a;
        for (std::size_t i = 50; i < b.size(); i += 100)
            b[i] = "changed\n";
        const auto rows = editScript(a, b);
        verifyComplete(a, b, rows);
        QCOMPARE(changesOf(rows), 2 * a.size() / 100);
    }
};

QTEST_APPLESS_MAIN(TestEditScript)
#include "tst_edit_script.moc"
