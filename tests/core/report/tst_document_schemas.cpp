// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/report/attribution/attribution_report.h"
#include "core/report/badcase/badcase_report.h"
#include "core/report/check/check_report.h"
#include "core/report/compare/compare_report.h"
#include "core/report/schema/document_schemas.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/report/shadow/shadow_report.h"
#include "core/report/weights/weights_report.h"
#include "tests/core/report/sample_comparison.h"
#include "tests/core/report/sample_parts.h"
#include "tests/support/document_schema.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <functional>
#include <set>

using namespace ql;
using nlohmann::json;
using tests::schemaProblem;

namespace {

/// What the schema has against a comparison's document after @p change.
QString problemAfter(const std::function<void(json&)>& change)
{
    auto document = json::parse(report::compareJson(*tests::sampleWholeComparison()));
    change(document);
    return QString::fromStdString(schemaProblem(document.dump()));
}

QString problemOf(const std::string& text)
{
    return QString::fromStdString(schemaProblem(text));
}

} // namespace

/// The schemas say what the documents hold, neither more nor less. The documents of every command that the tests of the
/// command line run are held to them, too.
class TestDocumentSchemas : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyDocumentHasOne()
    {
        std::set<std::string_view> names;
        for (const auto name : report::documentNames()) {
            QVERIFY2(names.insert(name).second, std::string(name).c_str());
            const auto schema = json::parse(report::documentSchemaText(name));
            QCOMPARE(schema["$schema"].get<std::string>(), std::string("http://json-schema.org/draft-07/schema#"));
            QCOMPARE(schema["properties"]["schema"]["const"].get<std::string>(),
                     "quantloupe." + std::string(name) + "/1");
            QVERIFY2(schema["required"].size() > 2, std::string(name).c_str());
        }
        QVERIFY(names.size() > 20);
        QVERIFY_THROWS_EXCEPTION(Error, report::documentSchemaText("nothing"));
    }

    void documentsAreWhatTheySay()
    {
        for (const auto& comparison :
             {*tests::sampleWholeComparison(), tests::sampleComparison(), results::CompareResult()})
            QCOMPARE(problemOf(report::compareJson(comparison)), QString());
        QCOMPARE(problemOf(report::badCaseJson(*tests::sampleBadCase(), 3)), QString());
        QCOMPARE(problemOf(report::badCaseJson(results::BadCaseResult(), 3)), QString());
        QCOMPARE(problemOf(report::sensitivityJson(*tests::sampleSensitivity())), QString());
        QCOMPARE(problemOf(report::attributionJson(*tests::sampleAttribution())), QString());
        QCOMPARE(problemOf(report::weightsJson(*tests::sampleWeights(), true)), QString());
        QCOMPARE(problemOf(report::weightsJson(*tests::sampleWeights(), false)), QString());
    }

    void missingMembersAreFound()
    {
        QVERIFY(problemAfter([](json& document) { document.erase("layers"); }).contains("layers"));
        QVERIFY(problemAfter([](json& document) { document["layers"][0].erase("nan_count"); }).contains("nan_count"));
        QVERIFY(!problemAfter([](json& document) { document["layers"][0]["metrics"].erase("cosine"); }).isEmpty());
    }

    void furtherMembersAreFoundHere()
    {
        QVERIFY(!problemAfter([](json& document) { document["layers"][0]["further"] = 1; }).isEmpty());
        const auto schema = json::parse(report::documentSchemaText("compare"));
        QVERIFY(!schema.contains("additionalProperties")); // users' validators let later versions pass
    }

    void otherTypesAreFound()
    {
        QVERIFY(!problemAfter([](json& document) { document["layers"][0]["state"] = "lost"; }).isEmpty());
        QVERIFY(!problemAfter([](json& document) { document["layers"][0]["nan_count"] = -1; }).isEmpty());
        QVERIFY(!problemAfter([](json& document) { document["layers"][0]["shape"] = "2x3"; }).isEmpty());
        QVERIFY(!problemAfter([](json& document) { document["seconds"]["total"] = "soon"; }).isEmpty());
        QVERIFY(!problemAfter([](json& document) { document["schema"] = "quantloupe.compare/9"; }).isEmpty());
    }

    void infiniteNumbersAreNumbers()
    {
        QCOMPARE(problemAfter([](json& document) { document["seconds"]["total"] = "-inf"; }), QString());
        QCOMPARE(problemAfter([](json& document) { document["layers"][0]["metrics"]["sqnr_db"] = "nan"; }), QString());
    }
};

QTEST_APPLESS_MAIN(TestDocumentSchemas)
#include "tst_document_schemas.moc"
