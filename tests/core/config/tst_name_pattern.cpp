// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/config/name_pattern.h"

#include <QTest>
#include <random>
#include <regex>

using namespace ql;
using config::NamePattern;
using Extent = NamePattern::Extent;

/// Patterns match what Python's re and fnmatch match, and none takes long.
class TestNamePattern : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The standard library's expressions, which are ECMAScript's, agree on what both know.
    void agreesWithAnotherMatcher()
    {
        std::mt19937 random(1);
        const std::string letters = "abcdefgxyz.1/";
        for (const char* text :
             {"a*", "(ab|c)+d", "[a-c]+", "^a.*c$", "a{2,3}b?", "(a|b)*abb", "\\d+\\.\\w*", "x(?:yz)?", "a|bc|d",
              "(a*)*b", "[^ab]+", "a+?b", "(a|)b", "((a|b){2}c){1,2}", "a{0}b", "\\/a", "a|b|c|dd", "(ab|cd|ef)*g"}) {
            const std::regex other(text);
            for (const auto extent : {Extent::Whole, Extent::Begin, Extent::Part}) {
                const auto pattern = NamePattern::ofExpression(text, extent);
                for (int i = 0; i < 2000; ++i) {
                    std::string name;
                    for (auto length = random() % 8; length > 0; --length)
                        name += letters[random() % (i % 2 == 0 ? 4 : letters.size())];
                    const bool isThere = extent == Extent::Whole ? std::regex_match(name, other)
                                         : extent == Extent::Begin
                                             ? std::regex_search(name, other, std::regex_constants::match_continuous)
                                             : std::regex_search(name, other);
                    QVERIFY2(pattern.matches(name) == isThere, (std::string(text) + " " + name).c_str());
                }
            }
        }
    }

    /// Expected by Python's fnmatch.fnmatchcase.
    void globs()
    {
        const auto matches = [](const char* glob, const char* name) { return NamePattern::ofGlob(glob).matches(name); };
        QVERIFY(matches("*down_proj*", "model.layers.0.mlp.down_proj"));
        QVERIFY(matches("conv?", "conv1") && !matches("conv?", "conv12"));
        QVERIFY(matches("a[0-2].*", "a1.x") && !matches("a[!0-2]", "a1") && matches("a[!0-2]", "a3"));
        QVERIFY(matches("*", "") && matches("a[", "a[") && matches("[]x", "[]x"));
        QVERIFY(matches("model.layers.0", "model.layers.0") && !matches("model.layers.0", "model.layers.01"));
        QVERIFY(!matches("model.layers.0", "modelxlayers.0")); // a point is a point
    }

    /// A glob is the expression that Python's fnmatch.translate makes of it.
    void globsAreExpressions()
    {
        std::mt19937 random(2);
        for (const auto& [glob, expression] :
             {std::pair("*a*b", ".*a.*b"), std::pair("a?*c", "a..*c"), std::pair("**", ".*"),
              std::pair("*ab*ab*", ".*ab.*ab.*"), std::pair("[ab]*[!ab]", "[ab].*[^ab]"),
              std::pair("a*b?c*", "a.*b.c.*")}) {
            const std::regex other(expression);
            const auto pattern = NamePattern::ofGlob(glob);
            for (int i = 0; i < 5000; ++i) {
                std::string name;
                for (auto length = random() % 9; length > 0; --length)
                    name += "abc"[random() % 3];
                QVERIFY2(pattern.matches(name) == std::regex_match(name, other),
                         (std::string(glob) + " " + name).c_str());
            }
        }
    }

    void refusesWhatItCannotFollow()
    {
        for (const char* text : {"(", "a)", "*a", "(?=x)", "\\1", "a{3,1}", "[a", "a{99999}", "\\", "(?<!x)a",
                                 "((((a{999}){999}){999}){999})"})
            QVERIFY_THROWS_EXCEPTION(Error, NamePattern::ofExpression(text, Extent::Part));
    }

    /// What takes matchers that go back for ever.
    void takesNoLongerThanItsLength()
    {
        const auto pattern = NamePattern::ofExpression("(a+)+$", Extent::Part);
        QVERIFY(!pattern.matches(std::string(5000, 'a') + "b"));
        QVERIFY(NamePattern::ofExpression("(x*)*(x*)*y", Extent::Whole).matches(std::string(5000, 'x') + "y"));
    }
};

QTEST_APPLESS_MAIN(TestNamePattern)
#include "tst_name_pattern.moc"
