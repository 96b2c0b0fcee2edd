// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/applied_result.h"
#include "core/results/diagnostic.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ql::results {

/// How a tensor is quantized, as far as it is said. Empty = not said.
struct ConfigTensor {
    std::string type;        ///< "int8", "float16"
    std::string scheme;      ///< "symmetric", "affine"
    std::string granularity; ///< "per_tensor", "per_channel"
    std::string observer;
    std::string quantizer;
    std::vector<double> scales;
    std::vector<std::int64_t> offsets;
};

void fields(auto& visit, Of<ConfigTensor> auto& tensor)
{
    visit.orNull("type", tensor.type);
    visit.orNull("scheme", tensor.scheme);
    visit.orNull("granularity", tensor.granularity);
    visit.orNull("observer", tensor.observer);
    visit.orNull("quantizer", tensor.quantizer);
    visit("scales", tensor.scales);
    visit("offsets", tensor.offsets);
}

/// One thing that a config says, or what holds for one layer of a model.
struct ConfigRow {
    std::string kind; ///< "common", "type", "prefix", "layer", "tensor"; of a model's layer its operator type
    std::string name;
    std::string quantized; ///< "yes", "no", "" = not said
    ConfigTensor activation;
    std::vector<ConfigTensor> inputs; ///< where inputs are told apart
    ConfigTensor weight;
    ConfigTensor output;
    std::string origin; ///< of a model's layer: which rule decides, "layer", "type", "common" …
    int line = 0;
};

void configRowFields(auto& visit, Of<ConfigRow> auto& row, bool isOfModel)
{
    visit(isOfModel ? "op_type" : "kind", row.kind);
    visit("name", row.name);
    visit.when(!row.quantized.empty(), "quantized", row.quantized == "yes");
    visit("activation", row.activation);
    visit("inputs", row.inputs);
    visit("weight", row.weight);
    visit("output", row.output);
    visit.when(row.line > 0, "line", row.line);
    if (isOfModel)
        visit("origin", row.origin);
}

/// Pairs as objects of two such words.
void pairFields(auto& visit, const char* key, const std::vector<std::pair<std::string, std::string>>& pairs,
                const char* first, const char* second)
{
    visit.list(key, pairs, [=](auto& inner, auto& pair) {
        inner(first, pair.first);
        inner(second, pair.second);
    });
}

void configFindings(auto& visit, const std::vector<Diagnostic>& findings)
{
    visit.list("findings", findings, [](auto& inner, auto& finding) { placedFindingFields(inner, finding); });
}

struct ConfigDescription {
    std::string file;
    std::string dialect;
    std::string dialectTitle;
    std::vector<std::pair<std::string, std::string>> settings; ///< of the whole network
    std::vector<ConfigRow> rows;
    std::string model;             ///< empty = none was given
    std::vector<ConfigRow> layers; ///< of the model
    std::vector<Diagnostic> findings;
};

void fields(auto& visit, Of<ConfigDescription> auto& description)
{
    visit("file", description.file);
    visit("dialect", description.dialect);
    visit.nested("settings", [&](auto& inner) {
        for (const auto& [name, value] : description.settings)
            inner(name, value);
    });
    visit.list("rows", description.rows, [](auto& inner, auto& row) { configRowFields(inner, row, false); });
    visit.orNull("model", description.model);
    visit.list("layers", description.layers, [](auto& inner, auto& row) { configRowFields(inner, row, true); });
    configFindings(visit, description.findings);
}

struct ConfigCheck {
    std::string file;
    std::string dialect;
    std::string model;
    std::vector<Diagnostic> findings;          ///< errors first
    std::optional<AppliedConfig> applied = {}; ///< where a quantized model was held against it
};

void fields(auto& visit, Of<ConfigCheck> auto& check)
{
    visit("file", check.file);
    visit("dialect", check.dialect);
    visit.orNull("model", check.model);
    configFindings(visit, check.findings);
    visit.nested("applied", check.applied, [](auto& inner, auto& applied) { fields(inner, applied); });
}

/// A layer that is raised, or has to follow because another is, and what that costs.
struct ConfigFollower {
    std::string layer;
    std::string opType;
    std::string because; ///< "asked for", "reads x too", "only moves data and makes x"
    std::uint64_t macs = 0;
    double macShare = 0.0; ///< of the network, 0 … 1
    bool isCostUnknown = false;
};

struct ConfigEdit {
    std::string file;
    std::string dialect;
    std::vector<std::pair<std::string, std::string>> changes; ///< layer, what was done
    std::string diff;                                         ///< unified; empty = nothing changed
    bool isWritten = false;
    std::vector<ConfigFollower> closure; ///< with a model: who is raised and who must follow
    std::vector<Diagnostic> findings;
};

void fields(auto& visit, Of<ConfigEdit> auto& edit)
{
    visit("file", edit.file);
    visit("dialect", edit.dialect);
    pairFields(visit, "changes", edit.changes, "layer", "change");
    visit("diff", edit.diff);
    visit("written", edit.isWritten);
    visit.list("closure", edit.closure, [](auto& inner, auto& follower) {
        inner("layer", follower.layer);
        inner("op_type", follower.opType);
        inner("because", follower.because);
        inner("macs", follower.macs);
        inner("mac_share", follower.macShare);
    });
    configFindings(visit, edit.findings);
}

struct ConfigConversion {
    std::string file;
    std::string from;
    std::string to;
    std::string out;                                         ///< the file written; empty = none
    std::string text;                                        ///< the new config, when no file is written
    std::vector<std::pair<std::string, std::string>> losses; ///< subject, what the target can't say
};

void fields(auto& visit, Of<ConfigConversion> auto& conversion)
{
    visit("file", conversion.file);
    visit("from", conversion.from);
    visit("to", conversion.to);
    visit.orNull("out", conversion.out);
    visit.orNull("text", conversion.text);
    pairFields(visit, "losses", conversion.losses, "subject", "loss");
}

/// Asks for a config that quantizes a float model as another model is quantized.
struct ConfigFromModelRequest {
    std::string baseline;
    std::string analysis;
    std::string dialect;
};

struct ConfigFromModel {
    std::string baseline;
    std::string analysis;
    std::string dialect;
    std::string out; ///< the files written; empty = none
    std::string recordFile;
    std::string text;   ///< the config
    std::string record; ///< its scales, a quantization-factor record
    std::uint64_t quantizedLayers = 0;
    std::vector<std::string> floatLayers;                    ///< that could be quantized
    std::vector<std::pair<std::string, std::string>> losses; ///< subject, what the config and its simulation don't do
    std::vector<std::string> unfolded; ///< layers that keep their BatchNormalization while others lose it; not written
};

void fields(auto& visit, Of<ConfigFromModel> auto& made)
{
    visit("baseline", made.baseline);
    visit("analysis", made.analysis);
    visit("dialect", made.dialect);
    visit.orNull("out", made.out);
    visit.orNull("record", made.recordFile);
    visit("quantized_layers", made.quantizedLayers);
    visit("float_layers", made.floatLayers);
    pairFields(visit, "losses", made.losses, "subject", "loss");
}

} // namespace ql::results
