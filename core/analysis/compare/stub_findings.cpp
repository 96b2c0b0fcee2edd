// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/findings.h"

#include "core/analysis/layers/row_filter.h"

#include <algorithm>
#include <map>
#include <set>

namespace ql::analysis {

namespace {

/// The stubs that a program calls, by their paths.
struct Stubs {
    std::map<std::string, std::string> called; ///< with their classes
    std::set<std::string> computing;           ///< with an operator of their own, or of a module in them
    std::vector<std::string> dequantizing;     ///< of one program, as often as it calls them, in order
};

void addStubs(const importers::ImportedModel& model, Stubs& stubs)
{
    if (!model.modules)
        return;
    const auto& tree = *model.modules;
    std::vector<bool> isLeft(tree.calls.size());
    for (const auto& node : model.graph.nodes())
        for (auto call = tree.callOf(node); call >= 0; call = tree.calls[std::size_t(call)].caller)
            isLeft[std::size_t(call)] = true;
    stubs.dequantizing.clear();
    for (std::size_t i = 0; i < tree.calls.size(); ++i) {
        const auto& module = tree.modules[std::size_t(tree.calls[i].module)];
        if (!module.className.ends_with("QuantStub"))
            continue;
        if (isLeft[i])
            stubs.computing.insert(module.path);
        else
            stubs.called.emplace(module.path, module.className);
        if (module.className.ends_with("DeQuantStub"))
            stubs.dequantizing.push_back(module.path);
    }
}

const results::LayerRow* rowOfValue(const results::CompareResult& result, const std::string& value)
{
    const auto found = std::ranges::find_if(result.layers, [&value](const results::LayerRow& row) {
        return row.baseline.value == value && row.state == results::LayerRow::State::Compared;
    });
    return found == result.layers.end() ? nullptr : &*found;
}

/// What a stub gives that hands on what @p source makes.
results::LayerRow handedOn(const results::LayerRow& source, const std::string& path, const std::string& className)
{
    results::LayerRow row;
    row.name = row.scope = path;
    row.baseline = source.baseline;
    row.analysis = source.analysis;
    row.baseline.opType = row.analysis.opType = className.substr(className.rfind('.') + 1);
    row.baselineShape = source.baselineShape;
    row.shape = source.shape;
    row.match = source.match;
    row.metrics = source.metrics;
    row.worstSlice = source.worstSlice;
    row.histogram = source.histogram;
    row.nanCount = source.nanCount;
    row.infCount = source.infCount;
    row.overSamples = source.overSamples;
    row.baselineClass = row.analysisClass = className;
    row.reads = {source.index};
    return row;
}

/// A program's DeQuantStubs give its outputs, one by one, where there are as many; the others stay in @p stubs.
void addRows(const importers::ImportedModel& baseline, const results::CompareRequest& request, Stubs& stubs,
             results::CompareResult& result)
{
    const auto& outputs = baseline.graph.outputs();
    if (stubs.dequantizing.size() != outputs.size())
        return;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto stub = stubs.called.find(stubs.dequantizing[i]);
        const auto* source = rowOfValue(result, baseline.graph.value(outputs[i]).name);
        if (stub == stubs.called.end() || stubs.computing.contains(stub->first) || !source
            || !passes(request.filter, {stub->first}, {stub->second}))
            continue;
        auto row = handedOn(*source, stub->first, stub->second);
        row.index = result.layers.back().index + 1;
        result.layers.push_back(std::move(row));
        stubs.called.erase(stub);
    }
}

} // namespace

void addStubs(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
              const results::CompareRequest& request, results::CompareResult& result)
{
    Stubs stubs;
    addStubs(analysis, stubs);
    addStubs(baseline, stubs);
    addRows(baseline, request, stubs, result);
    results::Diagnostic finding;
    for (const auto& [path, className] : stubs.called)
        if (!stubs.computing.contains(path))
            finding.layers.push_back(path);
    if (finding.layers.empty())
        return;
    finding.severity = results::Severity::Info;
    finding.rule = "stub-without-row";
    finding.message = Message("{} compute nothing and have no rows: what comes out is what goes in",
                              Message::names(finding.layers, ", "));
    result.configFindings.push_back(std::move(finding));
}

} // namespace ql::analysis
