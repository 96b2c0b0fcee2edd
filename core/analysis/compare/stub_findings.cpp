// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/findings.h"

#include "core/analysis/layers/row_filter.h"

#include <algorithm>
#include <map>
#include <set>

namespace ql::analysis {

namespace {

/// The stubs that programs call, by their paths.
struct Stubs {
    std::map<std::string, std::string> called; ///< with their classes
    std::set<std::string> computing;           ///< with an operator of their own, or of a module in them
    std::vector<std::string> dequantizing;     ///< of the last program, as often as it calls them, in order
};

void addStubs(const graph::Graph& graph, const graph::ModuleTree* tree, Stubs& stubs)
{
    if (!tree)
        return;
    std::vector<bool> isLeft(tree->calls.size());
    for (const auto& node : graph.nodes())
        for (auto call = tree->callOf(node); call >= 0; call = tree->calls[std::size_t(call)].caller)
            isLeft[std::size_t(call)] = true;
    stubs.dequantizing.clear();
    for (std::size_t i = 0; i < tree->calls.size(); ++i) {
        const auto& module = tree->modules[std::size_t(tree->calls[i].module)];
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

const LayerRowSource* rowOfValue(const std::vector<LayerRowSource>& rows, const std::string& value)
{
    const auto found = std::ranges::find_if(rows, [&value](const LayerRowSource& source) {
        return source.row.baseline.value == value && source.row.state == results::LayerRow::State::Compared;
    });
    return found == rows.end() ? nullptr : &*found;
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

} // namespace

IdleStubs idleStubs(const ComparedSide& baseline, const ComparedSide& analysis)
{
    Stubs stubs;
    addStubs(analysis.graph, analysis.modules, stubs);
    addStubs(baseline.graph, baseline.modules, stubs);
    const auto& outputs = baseline.graph.outputs();
    IdleStubs idle;
    if (stubs.dequantizing.size() == outputs.size())
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (const auto stub = stubs.called.find(stubs.dequantizing[i]);
                stub != stubs.called.end() && !stubs.computing.contains(stub->first))
                idle.giving.push_back({stub->first, stub->second, baseline.graph.value(outputs[i]).name});
    for (const auto& [path, className] : stubs.called)
        if (!stubs.computing.contains(path)
            && std::ranges::find(idle.giving, path, &IdleStubs::Giving::path) == idle.giving.end())
            idle.others.push_back(path);
    return idle;
}

bool areWanted(const IdleStubs& stubs, const results::LayerFilter& filter)
{
    return std::ranges::any_of(stubs.giving, [&filter](const IdleStubs::Giving& stub) {
        return passes(filter, {stub.path}, {stub.className});
    });
}

void addStubRows(IdleStubs& stubs, std::vector<LayerRowSource>& rows)
{
    for (const auto& stub : stubs.giving) {
        const auto* source = rowOfValue(rows, stub.value);
        if (!source) {
            stubs.others.push_back(stub.path);
            continue;
        }
        LayerRowSource row{.row = handedOn(source->row, stub.path, stub.className)};
        row.row.index = int(rows.size());
        rows.push_back(std::move(row));
    }
}

void addStubFinding(const IdleStubs& stubs, results::CompareResult& result)
{
    if (stubs.others.empty())
        return;
    results::Diagnostic finding;
    finding.layers = stubs.others;
    finding.severity = results::Severity::Info;
    finding.rule = "stub-without-row";
    finding.message = Message("{} compute nothing and have no rows: what comes out is what goes in",
                              Message::names(finding.layers, ", "));
    result.configFindings.push_back(std::move(finding));
}

} // namespace ql::analysis
