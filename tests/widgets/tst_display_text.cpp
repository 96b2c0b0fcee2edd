// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/check_rules.h"
#include "widgets/text/display_text.h"
#include "widgets/text/error_text.h"
#include "widgets/text/sentences.h"

#include <QFontMetrics>
#include <QLocale>
#include <QTest>

#include <limits>

using namespace ql::widgets;
using namespace std::chrono_literals;

class TestDisplayText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRuleHasAName()
    {
        for (const auto& rule : ql::results::checkRules())
            if (!rule.id.starts_with("config-")) // the editor lists those by what they say
                QCOMPARE(checkRuleText(rule.id), QString::fromUtf8(rule.summary));
    }

    void sentencesStandBehindOneAnother()
    {
        QCOMPARE(joinedSentences({QStringLiteral("One."), QString(), QStringLiteral("Two.")}),
                 QStringLiteral("One. Two."));
        QCOMPARE(joinedSentences({QStringLiteral("一。"), QStringLiteral("二。")}), QStringLiteral("一。二。"));
        QCOMPARE(joinedSentences({}), QString());
        QCOMPARE(unbrokenNumber(QStringLiteral("99.0 %")), QStringLiteral("99.0\u00A0%"));
    }

    void chineseIsSetOffFromNames()
    {
        QCOMPARE(spacedText(QStringLiteral("在3 个样本中最差的 y[0]上为 −2.6 dB。 来自/b/Conv的权重")),
                 QStringLiteral("在 3 个样本中最差的 y[0] 上为 −2.6 dB。来自 /b/Conv 的权重"));
        for (const char* same : {"y is bad: 3 dB. a/b.", "", "在随机数上为 3 dB。"})
            QCOMPARE(spacedText(QString::fromUtf8(same)), QString::fromUtf8(same));
    }

    /// Right-aligned, the points stand one below the other.
    void decimalPointsAreAligned()
    {
        const QFontMetrics metrics{QFont(QStringLiteral("DejaVu Sans"))};
        const auto behind = [&metrics](const char* number) {
            const QString text = alignedNumber(QString::fromUtf8(number));
            const auto point = text.indexOf(u'.');
            return metrics.horizontalAdvance(point < 0 ? text.mid(QString::fromUtf8(number).size()) : text.mid(point));
        };
        for (const char* number : {"13.76", "146.8", "35", "−0.224", "0.9999"})
            QVERIFY2(std::abs(behind(number) - behind("7.706")) <= 1, number);
        for (const char* other : {"∞", "NaN", "—", "1.2e−05", "13.8 → 35.1", "9.2 k", ""})
            QCOMPARE(alignedNumber(QString::fromUtf8(other)), QString::fromUtf8(other));
    }

    void numbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("four digits") << 0.99241 << QStringLiteral("0.9924");
        QTest::newRow("two places") << 37.1349 << QStringLiteral("37.13");
        QTest::newRow("real minus") << -2.9 << QStringLiteral("\u22122.9");
        QTest::newRow("small") << 1.2e-5 << QStringLiteral("1.2e\u221205");
        QTest::newRow("whole") << 123456.0 << QStringLiteral("123456");
        QTest::newRow("huge") << 1.25e9 << QStringLiteral("1.25e+09");
        QTest::newRow("zero") << 0.0 << QStringLiteral("0");
        QTest::newRow("nan") << std::numeric_limits<double>::quiet_NaN() << QStringLiteral("NaN");
        QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << QStringLiteral("∞");
        QTest::newRow("minus infinity") << -std::numeric_limits<double>::infinity() << QStringLiteral("\u2212∞");
    }
    void numbers()
    {
        QFETCH(double, value);
        QTEST(formatNumber(value), "text");
    }

    void exactReadsBackTheSame()
    {
        for (const double value : {0.1, 1.0 / 3.0, -2.9e-300, 123456789.125})
            QCOMPARE(formatExact(value).toDouble(), value);
        QCOMPARE(formatExact(-2.5), QStringLiteral("-2.5"));
    }

    void counts()
    {
        QCOMPARE(formatCount(873), QStringLiteral("873"));
        QCOMPARE(formatCount(9216), QStringLiteral("9.2\u202Fk"));
        QCOMPARE(formatCount(45'300), QStringLiteral("45\u202Fk"));
        QCOMPARE(formatCount(999'999), QStringLiteral("1.0\u202FM"));
        QCOMPARE(formatCount(1'310'000), QStringLiteral("1.3\u202FM"));
    }

    void shares()
    {
        QCOMPARE(formatShare(0, 10), QStringLiteral("0 %"));
        QCOMPARE(formatShare(31, 1000), QStringLiteral("3.1 %"));
        QCOMPARE(formatShare(1, 1'000'000), QStringLiteral("<0.01 %"));
        QCOMPARE(formatShare(1, 0), QStringLiteral("0 %"));
    }

    void durations()
    {
        QCOMPARE(formatDuration(5ms), QStringLiteral("5 ms"));
        QCOMPARE(formatDuration(300ms), QStringLiteral("0.3 s"));
        QCOMPARE(formatDuration(1240ms), QStringLiteral("1.2 s"));
        QCOMPARE(formatDuration(12s), QStringLiteral("12 s"));
        QCOMPARE(formatDuration(180s), QStringLiteral("3 min"));
        QCOMPARE(formatDuration(7500s), QStringLiteral("2 h 5 min"));
    }

    void shapes()
    {
        QCOMPARE(formatShape({1, 3, 224, 224}), QStringLiteral("1×3×224×224"));
        QCOMPARE(formatShape({}), QStringLiteral("scalar"));
        QCOMPARE(indexText(0, {}), QStringLiteral("[]"));
        QCOMPARE(indexText(23, {2, 3, 4}), QStringLiteral("[1, 2, 3]"));
        QCOMPARE(indexText(4, {2, 3, 4}), QStringLiteral("[0, 1, 0]"));
    }

    void screensFollowTheLocaleAndFilesDoNot()
    {
        for (const auto& [locale, point] : {std::pair(QLocale(QLocale::German), QStringLiteral(",")),
                                            std::pair(QLocale(QLocale::Chinese), QStringLiteral("."))}) {
            QLocale::setDefault(locale);
            QCOMPARE(formatNumber(-1.5), QStringLiteral("\u22121%1").arg(point) + u'5');
            QCOMPARE(formatCount(9216), QStringLiteral("9%1").arg(point) + QStringLiteral("2\u202Fk"));
            QCOMPARE(formatShare(31, 1000), QStringLiteral("3%1").arg(point) + QStringLiteral("1 %"));
            QCOMPARE(formatDuration(1500ms), QStringLiteral("1%1").arg(point) + QStringLiteral("5 s"));
            QCOMPARE(formatExact(1.5, Qt::ToolTipRole), QStringLiteral("1%1").arg(point) + u'5');
            QCOMPARE(formatExact(1.5, Qt::UserRole), QStringLiteral("1.5"));
            QCOMPARE(formatExact(1.5), QStringLiteral("1.5"));
        }
        QLocale::setDefault(QLocale::c());
    }
};

QTEST_MAIN(TestDisplayText)
#include "tst_display_text.moc"
