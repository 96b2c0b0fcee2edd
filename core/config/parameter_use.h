// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/results/diagnostic.h"

#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace ql::graph {
class Graph;
}
namespace ql::config::text {
struct Document;
}

namespace ql::config {

/// Every value of a file, in its order.
std::vector<ConfigKey> keysOf(const text::Document& document);

/// Which values of a config's file a simulation follows. Who reads a setting for the simulation takes it here; what
/// nobody took is reported. A dialect gets this for nothing: a setting knows its place in the file, and a value that no
/// setting holds was taken by nobody.
class ParameterUse {
public:
    template <typename T>
    const Located<T>& take(const Located<T>& said)
    {
        take(said.position);
        return said;
    }
    void take(SourcePosition place) { m_taken.insert(place); }
    void take(const std::vector<SourcePosition>& places) { m_taken.insert(places.begin(), places.end()); }
    /// Says why the value at @p place is not followed, taken or not.
    void leave(SourcePosition place, Message why) { m_reasons.insert_or_assign(place, std::move(why)); }

    /// All of that name are followed after all.
    void takeNamed(std::string_view name, const std::vector<ConfigKey>& keys);

    /// "kept, not simulated": a warning for each name and reason, and one finding for all that nothing in the
    /// simulation corresponds to.
    std::vector<results::Diagnostic> findings(const std::vector<ConfigKey>& keys) const;

private:
    std::set<SourcePosition> m_taken;
    std::map<SourcePosition, Message> m_reasons;
};

/// What a simulation takes of @p config: of each of its rules, or with @p graph of what holds for each layer.
ParameterUse useOf(const QuantConfig& config);
ParameterUse useOf(const QuantConfig& config, const graph::Graph& graph);

/// Whether what a layer makes is quantized as the layer says, and not only as its readers say.
bool quantizesLayerOutputs(const QuantConfig& config);
/// Why batch_num is left.
Message batchesLeft();

} // namespace ql::config
