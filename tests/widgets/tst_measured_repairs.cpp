// SPDX-License-Identifier: GPL-3.0-or-later
// What is proposed to repair the worst output, and in which order what was measured is offered.
#include "core/results/compare_result.h"
#include "widgets/analyses/repairs/measured_repairs.h"
#include "widgets/docks/overview/repair_words.h"

#include <QTest>

#include <algorithm>

using namespace ql;
using namespace ql::widgets;
using results::Quality;

namespace {

results::OutputVerdict output(const char* name, double db, Quality quality)
{
    results::OutputVerdict verdict;
    verdict.name = name;
    verdict.sqnrDb = db;
    verdict.quality = quality;
    return verdict;
}

MeasuredRepair repair(RepairKind kind, double db, double macShare = 0.0)
{
    return {{kind, {"conv"}}, std::string("text ") + char('a' + int(kind)), {"y", db, Quality::Fair}, {}, macShare};
}

results::LayerRow row(int index, const char* name, std::vector<int> reads = {})
{
    results::LayerRow row;
    row.index = index;
    row.name = name;
    row.reads = std::move(reads);
    return row;
}

/// A Conv whose Clip is computed with it, and a Gemm that reads that; the weights are to blame.
results::CompareResult sample()
{
    results::CompareResult compared;
    compared.layers = {row(0, "conv"), row(1, "clip"), row(2, "gemm", {1})};
    compared.layers[0].state = results::LayerRow::State::Fused;
    compared.layers[0].fusedInto = "clip";
    compared.layers[1].causes.emplace();
    compared.layers[1].causes->mainCause = "weights";
    compared.layers[1].advice = {{.severity = results::Severity::Error, .rule = "error-origin"}};
    return compared;
}

bool proposes(const std::vector<RepairProposal>& proposals, RepairKind kind, const std::vector<std::string>& layers)
{
    return std::ranges::find(proposals, RepairProposal{kind, layers}) != proposals.end();
}

} // namespace

class TestMeasuredRepairs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWorstPartMayBeASlice()
    {
        results::CompareResult compared;
        QVERIFY(!worstPart(compared));
        compared.verdict.outputs = {output("boxes", 30.0, Quality::Fair), output("y", 51.0, Quality::Bad),
                                    output("flat", -5.0, Quality::Unknown)};
        compared.verdict.outputs[1].worstSlice = {.slice = "[:, 4:10]", .name = {}, .sqnrDb = 2.0};
        QCOMPARE(worstPart(compared)->name, std::string("y[:, 4:10]"));
        QCOMPARE(worstPart(compared)->sqnrDb, 2.0);
        compared.verdict.outputs.push_back(output("z", 40.0, Quality::Broken));
        QCOMPARE(worstPart(compared)->name, std::string("z"));
    }

    /// The best first, of those that are alike the cheapest; what wins nothing is left out.
    void orderIsByGainAndCost()
    {
        MeasuredRepairs repairs;
        repairs.before = {"y", 5.0, Quality::Bad};
        addMeasured(repairs, repair(RepairKind::Skip, 36.0, 0.2));
        addMeasured(repairs, repair(RepairKind::Range, 5.3));
        addMeasured(repairs, repair(RepairKind::Wide, 20.0, 0.1));
        addMeasured(repairs, repair(RepairKind::PerChannel, 34.5));
        QCOMPARE(repairs.tried, std::uint64_t(4));
        QCOMPARE(repairs.rows.size(), std::size_t(3));
        QCOMPARE(repairs.rows[0].proposal.kind, RepairKind::PerChannel);
        QCOMPARE(repairs.rows[1].proposal.kind, RepairKind::Skip);
        QCOMPARE(repairs.rows[2].proposal.kind, RepairKind::Wide);
        repairs.samples = 64;
        QCOMPARE(repairReason(repairs, 0), QStringLiteral("5.0 dB → 34.5 dB on the worst of 64 sample(s); no more "
                                                          "arithmetic"));
    }

    /// What a search found is known by what it does to all samples, though it wins nothing there.
    void findsAreKnownWhateverTheyWin()
    {
        MeasuredRepairs repairs;
        repairs.before = {"y", 5.0, Quality::Bad};
        repairs.samples = 64;
        addMeasured(repairs, repair(RepairKind::Tuned, 30.0, 0.25));
        repairs.finds = {{"text of no use", {"y", 4.0, Quality::Bad}},
                         {"repaired_qdq.onnx", {"y", 33.0, Quality::Fair}}};
        QCOMPARE(repairs.afterOf(repairs.rows[0].text)->sqnrDb, 30.0);
        QCOMPARE(repairs.afterOf("text of no use")->sqnrDb, 4.0);
        QVERIFY(!isGain(repairs, *repairs.afterOf("text of no use")));
        QVERIFY(isGain(repairs, *repairs.afterOf("repaired_qdq.onnx")));
        QVERIFY(!repairs.afterOf("another"));
        QCOMPARE(repairTitle(repairs.rows[0].proposal, true), QStringLiteral("The overrides that tune found"));
        QCOMPARE(repairReason(repairs, 0), QStringLiteral("5.0 dB → 30.0 dB on the worst of 64 sample(s); 25 % of the "
                                                          "multiplications wider or in float"));
    }

    void repairsAreTitledAsEdits()
    {
        RepairProposal both{RepairKind::PerChannel, {"conv"}};
        both.beside = {{RepairKind::Skip, {"gemm", "add"}}};
        QCOMPARE(repairEdits(both).english(),
                 std::string("A scale per channel for the weight of conv; Skip gemm, add"));
    }

    void anotherNetworkIsSaid()
    {
        MeasuredRepairs repairs;
        repairs.before = {"y", 5.0, Quality::Bad};
        QVERIFY(gateWords(repairs).isEmpty());
        repairs.simulatedDb = 5.4;
        QVERIFY(gateWords(repairs).isEmpty());
        repairs.simulatedDb = -10.0;
        QVERIFY(gateWords(repairs).contains(QStringLiteral("−10.0 dB")));
        QVERIFY(gateWords(repairs).contains(QStringLiteral("5.0 dB")));
    }

    /// Where a weight is to blame: of what is computed in one step, and cheap kinds before dear ones.
    void weightsAreProposedPerChannel()
    {
        const auto compared = sample();
        const auto proposals = repairProposals(compared, compared.verdict);
        QCOMPARE(proposals.front().kind, RepairKind::Calibrate);
        QVERIFY(proposes(proposals, RepairKind::PerChannel, {"clip", "conv"}));
        QVERIFY(proposes(proposals, RepairKind::Range, {"gemm"}));
        QVERIFY(proposes(proposals, RepairKind::Skip, {"clip"}));
        const auto place = [&](RepairKind kind) {
            return std::ranges::find(proposals, kind, &RepairProposal::kind) - proposals.begin();
        };
        QVERIFY(place(RepairKind::PerChannel) < place(RepairKind::Skip));
    }

    void whatActsAsOneIsSkippedTogether()
    {
        auto compared = sample();
        compared.layers[1].causes->mainCause = "rounding";
        compared.layers[1].advice[0].layers = {"gemm"};
        const auto proposals = repairProposals(compared, compared.verdict);
        QVERIFY(proposes(proposals, RepairKind::Skip, {"gemm", "clip"}));
        QVERIFY(std::ranges::find(proposals, RepairKind::PerChannel, &RepairProposal::kind) == proposals.end());
    }

    void ofFineOutputsOnlyCalibrationIsLeft()
    {
        const results::CompareResult compared;
        QCOMPARE(repairProposals(compared, compared.verdict).size(), std::size_t(1));
    }

    void changesMadeTogetherAreNamedTogether()
    {
        MeasuredRepairs repairs;
        repairs.samples = 3;
        repairs.before = {"y", 5.0, Quality::Bad};
        auto both = repair(RepairKind::Wide, 31.0, 0.25);
        both.proposal.beside = {{RepairKind::Skip, {"gemm"}}};
        addMeasured(repairs, both);
        QCOMPARE(repairTitle(repairs.rows[0].proposal, false), QStringLiteral("int16: conv + Skip gemm"));
        auto alike = repairs.rows[0].proposal; // the layer is named once
        alike.beside = {{RepairKind::PerChannel, alike.layers}};
        QCOMPARE(repairTitle(alike, true), QStringLiteral("int16 + A scale per channel: conv"));
        auto many = repairs.rows[0].proposal; // on a button there is no room for all of them
        many.layers = {"/encoder/blocks.0/attention/projection/MatMul"};
        for (int i = 0; i < 4; ++i)
            many.beside.push_back({.kind = RepairKind::Skip, .layers = {"/encoder/blocks.1/mlp/fc2/Gemm"}});
        QVERIFY(repairTitle(many, true).contains(QStringLiteral("more change")));
        QVERIFY(repairTitle(many, true).size() < 90);
        QCOMPARE(repairTitle(many, false).count(QStringLiteral(" + ")), 5);
        QVERIFY(repairReason(repairs, 0).contains(QStringLiteral("25 % of the multiplications wider or in float")));
    }

    /// What only adds layers and wins nothing by it is no other offer; two that differ have titles that differ.
    void saysNothingTwice()
    {
        MeasuredRepairs repairs;
        repairs.samples = 3;
        repairs.before = {"y", 5.0, Quality::Bad};
        const auto skip = [](std::vector<std::string> layers, double db, double macShare) {
            auto made = repair(RepairKind::Skip, db, macShare);
            made.proposal.layers = std::move(layers);
            return made;
        };
        repairs.rows = {skip({"/a/conv"}, 20.0, 0.2), skip({"/a/conv", "/a/relu"}, 20.04, 0.2),
                        skip({"/a/relu", "/b/gemm"}, 20.0, 0.2), skip({"/a/conv", "/a/pool"}, 20.0, 0.4),
                        repair(RepairKind::Wide, 20.0, 0.2)};
        QVERIFY(!isSaidBefore(repairs, 0));
        QVERIFY(isSaidBefore(repairs, 1));
        for (const std::size_t row : {2, 3, 4}) // other layers, another cost, another kind
            QVERIFY(!isSaidBefore(repairs, row));
        QCOMPARE(repairTitle(repairs.rows[1].proposal, true), repairTitle(repairs.rows[3].proposal, true));
        QCOMPARE(distinctTitle(repairs.rows[1].proposal), QStringLiteral("Skip together: conv, relu"));
        QCOMPARE(distinctTitle(repairs.rows[3].proposal), QStringLiteral("Skip together: conv, pool"));
        QVERIFY(distinctTitle({RepairKind::Skip, std::vector<std::string>(40, "/a/layer")}).size() <= 64);
    }

    void whatTheTargetTakesComesFirst()
    {
        MeasuredRepairs repairs;
        repairs.samples = 2;
        repairs.before = {"y", 5.0, Quality::Bad};
        auto skip = repair(RepairKind::Skip, 34.0);
        skip.forbidden = Message("take its entry out");
        addMeasured(repairs, skip);
        addMeasured(repairs, repair(RepairKind::Wide, 32.0, 0.2)); // about as good, and dearer
        QCOMPARE(repairs.rows[0].proposal.kind, RepairKind::Wide);
        QVERIFY(repairReason(repairs, 1).contains(QStringLiteral("the target's rules forbid it: ")));
        QVERIFY(!repairReason(repairs, 0).contains(QStringLiteral("forbid")));
        auto better = repair(RepairKind::PerChannel, 40.0);
        better.forbidden = skip.forbidden;
        addMeasured(repairs, better);
        QCOMPARE(repairs.rows[0].proposal.kind, RepairKind::PerChannel);
    }
};

QTEST_MAIN(TestMeasuredRepairs)
#include "tst_measured_repairs.moc"
