// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/samples/samples.h"
#include "core/analysis/sensitivity/gradient_scores.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/sensitivity/sensitivity_ranking.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/base/error.h"
#include "core/import/onnx/onnx_importer.h"
#include "tests/bench/stopwatch.h"
#include "tests/models/manifest.h"
#include "tests/support/models.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>

using namespace ql;

static std::vector<double> ranks(const std::vector<double>& v)
{
    std::vector<std::size_t> o(v.size());
    std::iota(o.begin(), o.end(), 0);
    std::sort(o.begin(), o.end(), [&](auto a, auto b) { return v[a] < v[b]; });
    std::vector<double> r(v.size());
    for (std::size_t i = 0; i < o.size();) {
        std::size_t j = i;
        while (j < o.size() && (j == i || v[o[j]] == v[o[i]]))
            ++j;
        for (std::size_t k = i; k < j; ++k)
            r[o[k]] = 0.5 * double(i + j - 1);
        i = j;
    }
    return r;
}
static double spearman(const std::vector<double>& a, const std::vector<double>& b)
{
    auto x = ranks(a), y = ranks(b);
    const double m = 0.5 * double(a.size() - 1);
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - m) * (y[i] - m);
        xx += (x[i] - m) * (x[i] - m);
        yy += (y[i] - m) * (y[i] - m);
    }
    return xy / std::sqrt(xx * yy);
}

int main(int argc, char** argv)
{
    const std::size_t probes = argc > 1 ? std::stoul(argv[1]) : 4;
    for (const auto& pair : tests::twinPairs(*tests::modelsFolder())) {
        try {
            const auto baseline = import::importModel(pair.baseline);
            const auto analysis = import::importModel(pair.analysis);
            results::SensitivityRequest request;
            for (const auto& [name, path] : pair.inputs)
                request.samples.inputs.push_back(name + "=" + path.string());
            request.metrics = {results::MetricId::Mse};
            request.growingSets = 0;
            request.options.threads = 1;
            const runtime::ThreadGuard guard(1);
            JobContext ctx;
            const auto samples = analysis::openSamples(baseline.graph, analysis.graph, request.samples, request.options);
            const auto model = analysis::switchQuantizers(baseline.graph, analysis.graph, samples, ctx);
            const analysis::RankingGroups groups(*model.switches, request);
            const std::span<const analysis::SwitchGroup> rows(groups.all());
            const analysis::GradientScores scores(*model.switches, rows, probes);
            std::vector<std::size_t> outputs(model.switches->baseline().outputs().size());
            std::iota(outputs.begin(), outputs.end(), 0);
            std::vector<std::vector<double>> found;
            std::shared_ptr<const results::SensitivityResult> exact;
            const auto quick = bench::leastSeconds(3, [&] { found = scores.noise(samples.read(0), outputs, 0, ctx); });
            const auto slow = bench::leastSeconds(3, [&] { exact = analysis::sensitivity(baseline.graph, analysis.graph, samples, request, ctx); });
            for (std::size_t i = 0; i < exact->outputs.size(); ++i) {
                std::map<std::string, double> by;
                for (const auto& row : exact->outputs[i].rows)
                    by[row.opName + row.sensitiveType] = row.metricValue;
                std::vector<double> a, b, off;
                for (std::size_t r = 0; r < groups.shownCount(); ++r) {
                    a.push_back(by[rows[r].row.opName + rows[r].row.sensitiveType]);
                    b.push_back(found[i][r]);
                    if (std::isnan(a.back()) || std::isnan(b.back())) std::printf("  nan %s %s %g %g\n", rows[r].row.opName.c_str(), rows[r].row.sensitiveType.c_str(), a.back(), b.back());
                    if (a.back() > 0 && b.back() > 0)
                        off.push_back(std::abs(10 * std::log10(b.back() / a.back())));
                }
                std::sort(off.begin(), off.end());
                std::printf("%-32s %-14s %4zu rows  spearman %6.3f  off by %5.1f dB (median) %6.1f (95 %%)  %7.2f ms / %7.2f ms = %.2f\n", pair.title.c_str(),
                            exact->outputs[i].name.substr(0, 14).c_str(), a.size(), spearman(a, b), off.empty() ? 0. : off[off.size() / 2], off.empty() ? 0. : off[off.size() * 95 / 100], quick * 1e3, slow * 1e3, quick / slow);
                break;
            }
        } catch (const Error& e) {
            std::printf("%-32s %s\n", pair.title.c_str(), e.what());
        }
        std::fflush(stdout);
    }
}
