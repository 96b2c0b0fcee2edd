// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/dialects/reading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

/// The mixed precision that Sony's Model Compression Toolkit found (mct-quantizers and model-compression-toolkit 1.8 to
/// 2.5, UserInformation.mixed_precision_cfg), as people keep it: a number for each layer that could be configured, in
/// the network's order, which of its candidates was taken. Candidates are ordered from the widest on, and which widths
/// they have stands in the target platform's capabilities, not in the file.
namespace ql::config::mct_json {

namespace {

using text::View;

constexpr const char* kKeys[]{"mixed_precision_bitwidth_configuration", "mixed_precision_cfg",
                              "mixed_precision_configuration"};

std::optional<View> candidatesOf(const View& root)
{
    for (const char* key : kKeys)
        if (const auto view = root.isMap() ? root.find(key) : std::nullopt; view && view->isSequence())
            return view;
    return std::nullopt;
}

bool recognises(const text::Document& document)
{
    return candidatesOf(View(document)).has_value();
}

QuantConfig read(const text::Document& document, std::vector<results::Diagnostic>& findings)
{
    Reading reading(document, findings);
    QuantConfig config;
    config.common.activation.bits = 8;
    config.common.weight.bits = 8;
    config.common.weight.granularity = Granularity::PerChannel;
    const auto candidates = candidatesOf(reading.root());
    if (!candidates) {
        reading.error("missing-key", reading.root().position(), "no mixed_precision_cfg");
        return config;
    }
    std::vector<std::size_t> narrowed;
    const auto items = candidates->items();
    for (std::size_t i = 0; i < items.size(); ++i)
        if (const auto index = items[i].asInt(); !index || *index < 0)
            reading.error("wrong-type", items[i].position(), Message("{} is no candidate's number", items[i].text()));
        else if (*index > 0)
            narrowed.push_back(i + 1);
    constexpr std::size_t kMostNamed = 8;
    const auto count = narrowed.size();
    narrowed.resize(std::min(narrowed.size(), kMostNamed));
    reading.warn("not-simulated", candidates->position(),
                 Message("{} of {} configurable layers take a narrower candidate than their first: {}", count,
                         items.size(), fmt::format("number {}", fmt::join(narrowed, ", "))),
                 "all are simulated with 8 bits: which widths the candidates have stands in the target platform's "
                 "capabilities; let MCT export the quantized model, and compare with that");
    return config;
}

} // namespace

std::vector<Dialect> definitions()
{
    return {{"mct-json", Message("Model Compression Toolkit mixed precision (JSON)"), text::Syntax::Json, recognises,
             read, nullptr, nullptr}};
}

} // namespace ql::config::mct_json
