// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison names is among the first three of a sensitivity ranking of the same pair, or the text says why not.
#include "core/analysis/analyses.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/workspace/workspace.h"
#include "core/base/error.h"
#include "tests/core/analysis/effects/quantized_text.h"
#include "tests/support/models.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <fstream>

using namespace ql;
using namespace ql::tests;

namespace {

/// Products with Relus between them, the fifth of which reads the second too; @p bad is the one on a coarse grid.
std::string network(std::uint64_t seed, int bad, double scale, bool isTwin)
{
    std::map<std::string, Grid> grids;
    for (int i = 0; i < 6 && isTwin; ++i)
        grids["r" + std::to_string(i)] = {i == bad ? scale : 0.02, 0};
    QuantizedText net(grids);
    net.input("x: float32[4,8]");
    std::string last = "x";
    for (int i = 0; i < 6; ++i) {
        const auto w = fmt::format("w{}", i), m = fmt::format("m{}", i), r = fmt::format("r{}", i);
        net.constant(w + ": float32[8,8] = " + numbers(64, seed * 10 + std::uint64_t(i), 0.8));
        net.layer(m, "MatMul", {last, w});
        if (i == 4) {
            net.layer("s", "Add", {m, "r1"});
            net.layer(r, "Relu", {"s"});
        } else {
            net.layer(r, "Relu", {m});
        }
        last = r;
    }
    return net.text(last);
}

/// The first three layers of each output's ranking, what helps most when left out first.
std::vector<std::string> firstThree(const results::SensitivityResult& ranking)
{
    std::vector<std::string> names;
    for (const auto& output : ranking.outputs) {
        std::vector<std::string> own;
        for (const auto& row : output.rows)
            if (own.size() < 3 && std::ranges::find(own, row.opName) == own.end())
                own.push_back(row.opName);
        names.insert(names.end(), own.begin(), own.end());
    }
    return names;
}

/// Whether @p row, a layer fused into it, or one that acts as one with it is among @p names.
bool isAmong(const results::LayerRow& row, const std::vector<std::string>& names, const results::CompareResult& result)
{
    const auto together = row.effect ? row.effect->together : std::vector<std::string>();
    const auto isHandedOn = [&row](const results::LayerRow& named) { // a grid that begins at the row
        return row.quantizer && named.quantizer && row.quantizer->scales == named.quantizer->scales
               && row.quantizer->zeroPoints == named.quantizer->zeroPoints && row.index < named.index;
    };
    return std::ranges::any_of(names, [&](const std::string& name) {
        const auto* named = results::findLayer(result, name);
        return name == row.baseline.value
               || (named && (named == &row || named->fusedInto == row.name || isHandedOn(*named)))
               || std::ranges::find(together, name) != together.end();
    });
}

/// Why a ranking of quantizers may not have it: it is no quantizer's doing, or only the layer alone shows it.
bool saysWhyNot(const results::LayerRow& row)
{
    using enum results::ReplayKind;
    if (row.replay && (row.replay->kind == OtherBounds || row.replay->kind == ActivationMissing))
        return true;
    if (row.advice.empty() || !row.effect)
        return false;
    const auto text = row.advice.front().message.english();
    return text.find("missing in the analysis model") != std::string::npos
           || text.find("alone wrong") != std::string::npos || text.find("has other bounds") != std::string::npos
           || text.find("isn't the baseline's") != std::string::npos || !row.quantizer;
}

} // namespace

class TestCompareAndSensitivity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void generatedNetworks()
    {
        std::size_t named = 0;
        for (std::uint64_t seed = 1; seed <= 8; ++seed)
            for (int bad = 0; bad < 6; ++bad) {
                const auto baseline = network(seed, bad, 0.0, false);
                const auto twin = network(seed, bad, 1.0, true);
                const auto x = sample({4, 8}, seed);
                const auto result = compareTexts(baseline, twin, x);
                if (result->errorOrigin.empty())
                    continue;
                ++named;
                const analysis::SampleSource samples{1, [&](std::size_t) { return runs::NamedTensors{{"x", x}}; }};
                JobContext ctx;
                const auto ranking =
                    analysis::sensitivity(textModel(baseline).graph, textModel(twin).graph, samples,
                                          {.mode = results::SensitivityMode::OneOff, .growingSets = 0}, ctx);
                const auto three = firstThree(*ranking);
                QVERIFY2(isAmong(rowNamed(*result, result->errorOrigin), three, *result),
                         fmt::format("seed {}, bad r{}: compare names {}, sensitivity {}", seed, bad,
                                     result->errorOrigin, fmt::join(three, ", "))
                             .c_str());
            }
        QVERIFY(named >= 24);
    }

    void plantedPairs()
    {
        const auto models = modelsFolder();
        if (!models || !std::filesystem::exists(*models / "planted" / "manifest.json"))
            QSKIP("QUANTLOUPE_MODELS names no folder with planted pairs: nothing was tested on trained networks");
        const auto folder = *models / "planted";
        const auto manifest = nlohmann::json::parse(std::ifstream(folder / "manifest.json"));
        std::size_t count = 0, named = 0;
        for (const auto& each : manifest.at("cases")) {
            const auto& model = manifest.at("models").at(each.at("model").get<std::string>());
            const std::string baseline = each.value("float", model.at("float").get<std::string>());
            results::ModelPair pair;
            pair.baseline = (folder / baseline).string();
            pair.analysis = (folder / each.at("twin").get<std::string>()).string();
            if (!std::filesystem::exists(pair.baseline) || !std::filesystem::exists(pair.analysis))
                continue;
            ++count;
            const results::InputSelection data{
                .inputs = {}, .data = (folder / model.at("heldout").get<std::string>()).string(), .numSteps = 8};
            const auto id = each.at("id").get<std::string>();
            named += agree(pair, data, id) ? 1 : 0;
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY(count > 0 && 2 * named > count);
    }

private:
    /// Whether the comparison names a layer.
    bool agree(const results::ModelPair& pair, const results::InputSelection& data, const std::string& id)
    {
        analysis::Workspace workspace;
        JobContext ctx;
        results::CompareRequest compared;
        compared.models = pair;
        compared.samples = data;
        const auto result = analysis::compare(workspace, compared, ctx, {});
        if (result->errorOrigin.empty())
            return false;
        const auto& row = *results::findLayer(*result, result->errorOrigin);
        results::SensitivityRequest ranked;
        ranked.models = pair;
        ranked.samples = data;
        ranked.mode = results::SensitivityMode::OneOff;
        ranked.growingSets = 0;
        std::vector<std::string> three;
        try {
            three = firstThree(*analysis::sensitivity(workspace, ranked, ctx, {}));
        } catch (const Error&) {
            return true; // no quantizer can be switched: there is no ranking to contradict
        }
        const auto text = fmt::format("{}: compare names {}, sensitivity {}", id, row.name, fmt::join(three, ", "));
        if (!isAmong(row, three, *result) && !saysWhyNot(row))
            QTest::qFail(text.c_str(), __FILE__, __LINE__);
        return true;
    }
};

QTEST_APPLESS_MAIN(TestCompareAndSensitivity)
#include "tst_compare_and_sensitivity.moc"
