// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/ir/attribute.h"
#include "core/graph/ir/graph.h"

#include <QTest>

using namespace ql::graph;

namespace {

template <typename Read>
QString problemOf(Read&& read)
{
    try {
        read();
    } catch (const ql::Error& error) {
        return error.code() == ql::ErrorCode::InvalidNode ? QString::fromUtf8(error.what()) : QStringLiteral("code");
    }
    return QStringLiteral("was read");
}

} // namespace

class TestAttribute : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesWhatWasSet()
    {
        Attributes attributes;
        attributes.set("int", std::int64_t{3});
        attributes.set("float", 0.5);
        attributes.set("string", std::string("same"));
        attributes.set("ints", std::vector<std::int64_t>{1, 2});
        attributes.set("floats", std::vector<double>{1.5});
        attributes.set("strings", std::vector<std::string>{"a"});
        attributes.set("tensor", TensorData::of<float>(DataType::Float, {1}, {4.0f}));
        attributes.set("body", std::make_shared<const Graph>("inner"));
        QCOMPARE(attributes.intOr("int", 0), 3);
        QCOMPARE(attributes.requiredInt("int"), 3);
        QCOMPARE(attributes.floatOr("float", 0), 0.5);
        QCOMPARE(attributes.stringOr("string", ""), std::string("same"));
        QCOMPARE(attributes.intsOr("ints", {}), (std::vector<std::int64_t>{1, 2}));
        QCOMPARE(attributes.floatsOr("floats", {}), std::vector<double>{1.5});
        QCOMPARE(attributes.stringsOr("strings", {}), std::vector<std::string>{"a"});
        QCOMPARE(attributes.requiredTensor("tensor").toDoubles(), std::vector<double>{4.0});
        QCOMPARE(attributes.requiredGraph("body").name(), std::string("inner"));
    }

    void givesTheFallbackOtherwise()
    {
        const Attributes attributes;
        QCOMPARE(attributes.intOr("k", 7), 7);
        QCOMPARE(attributes.floatOr("k", 0.25), 0.25);
        QCOMPARE(attributes.stringOr("k", "NOTSET"), std::string("NOTSET"));
        QCOMPARE(attributes.intsOr("k", {1}), std::vector<std::int64_t>{1});
        QCOMPARE(attributes.floatsOr("k", {1.0}), std::vector<double>{1.0});
        QCOMPARE(attributes.stringsOr("k", {"x"}), std::vector<std::string>{"x"});
        QVERIFY(!attributes.has("k"));
        QCOMPARE(attributes.find("k"), nullptr);
    }

    void keepsFileOrderAndReplaces()
    {
        Attributes attributes;
        attributes.set("z", std::int64_t{1});
        attributes.set("a", std::int64_t{2});
        attributes.set("z", std::string("new"));
        QCOMPARE(attributes.entries().size(), std::size_t{2});
        QCOMPARE(attributes.entries()[0].first, std::string("z"));
        QCOMPARE(attributes.stringOr("z", ""), std::string("new"));
    }

    void namesTheAttributeInErrors()
    {
        Attributes attributes;
        attributes.set("axis", std::string("one"));
        QCOMPARE(problemOf([&] { attributes.intOr("axis", 0); }),
                 QStringLiteral("attribute axis is a string, expected an integer"));
        QCOMPARE(problemOf([&] { attributes.requiredTensor("axis"); }),
                 QStringLiteral("attribute axis is a string, expected a tensor"));
        QCOMPARE(problemOf([&] { attributes.requiredInt("k"); }), QStringLiteral("attribute k is missing"));
        QCOMPARE(problemOf([&] { attributes.requiredTensor("k"); }), QStringLiteral("attribute k is missing"));
        QCOMPARE(problemOf([&] { attributes.requiredGraph("k"); }), QStringLiteral("attribute k is missing"));
    }
};

QTEST_APPLESS_MAIN(TestAttribute)
#include "tst_attribute.moc"
