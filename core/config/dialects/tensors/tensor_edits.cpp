// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/tensors/tensor_edits.h"

#include "core/config/dialects/name_list.h"
#include "core/config/dialects/tensors/scaled_tensors.h"

#include <algorithm>
#include <cmath>

namespace ql::config {

namespace {

using edit::TreeEditor;

bool isSymmetricNow(const TensorSettings& known)
{
    const auto isZero = [](std::int64_t offset) { return offset == 0; };
    return known.isSymmetric.value_or(std::ranges::all_of(known.fixed->offsets, isZero));
}

/// The same range with other integers.
FixedScale spreadAnew(const FixedScale& known, int knownBits, int bits, bool wasSymmetric, bool isSymmetric)
{
    if (knownBits == bits && wasSymmetric == isSymmetric)
        return known;
    const double half = std::ldexp(1.0, knownBits - 1);
    const double newHalf = std::ldexp(1.0, bits - 1);
    FixedScale spread;
    for (std::size_t i = 0; i < known.scales.size(); ++i) {
        const auto zero = double(zeroPointOf(known, i));
        const double low = (wasSymmetric ? 1.0 - half : -half - zero) * known.scales[i];
        const double high = (half - 1.0 - zero) * known.scales[i];
        const double scale =
            isSymmetric ? std::max(-low, high) / (newHalf - 1.0) : (high - low) / (2.0 * newHalf - 1.0);
        spread.scales.push_back(scale);
        spread.offsets.push_back(isSymmetric ? 0 : std::int64_t(std::lround(-low / scale - newHalf)));
    }
    return spread;
}

/// @p known with what is wanted on top.
TensorSettings changedTensor(const std::string& tensor, const TensorSettings& known, const TensorSettings& wanted,
                             const Message& dialect)
{
    if (wanted.observer || wanted.quantizer)
        cannotSay(dialect, "how a range is found", "calibrate, and write the scales that come of it");
    TensorSettings changed = known;
    if (wanted.floatType) {
        changed.fixed.reset();
        changed.floatType = wanted.floatType;
        return changed;
    }
    changed.floatType.reset();
    if (wanted.fixed) {
        changed = merged(std::move(changed), wanted);
        changed.isSymmetric = wanted.isSymmetric;
        return changed;
    }
    if (!known.fixed)
        cannotSay(dialect, Message("a width for {}, which has no scale here", tensor),
                  "calibrate, and write the scales that come of it");
    if (known.fixed->blocks)
        cannotSay(dialect, Message("a width for {}, whose blocks have scales of their own", tensor),
                  "quantize the weight anew, and write the scales that come of it");
    if (wanted.granularity && known.granularity && *wanted.granularity != *known.granularity)
        cannotSay(dialect, Message("{} for {} without its scales", toString(*wanted.granularity), tensor));
    const int bits = wanted.bits.value_or(known.bits.value_or(8));
    if (bits < 2 || bits > 32)
        cannotSay(dialect, Message("{} bits", bits));
    const bool wasSymmetric = isSymmetricNow(known);
    const bool isSymmetric = wanted.isSymmetric.value_or(wasSymmetric);
    changed.fixed = spreadAnew(*known.fixed, known.bits.value_or(8), bits, wasSymmetric, isSymmetric);
    changed.bits = bits;
    if (wanted.isSymmetric)
        changed.isSymmetric = isSymmetric;
    return changed;
}

} // namespace

void editTensors(TreeEditor& editor, const QuantConfig& config, const LayerEdit& edit, const TensorEntries& entries)
{
    const bool isKnown = !edit.activationTensors.empty() || !edit.weightTensors.empty();
    const auto& [activation, weight] = std::pair(edit.settings.activation, edit.settings.weight);
    const bool isSet = edit.action == LayerEdit::Action::Set;
    if (isSet && !isKnown && !activation.isEmpty() && !weight.isEmpty())
        cannotSay(entries.dialect, Message("which tensors {} reads", edit.layer),
                  "name the network with --model, or set one width at a time");
    const auto editOne = [&](const std::string& tensor, const TensorSettings& wanted, bool isParameter) {
        TensorSettings floats;
        floats.floatType = "float32";
        if (isSet && !wanted.isEmpty())
            entries.put(editor, tensor, changedTensor(tensor, config.resolveTensor(tensor), wanted, entries.dialect),
                        isParameter);
        else if (edit.action == LayerEdit::Action::Skip && entries.saysFloats)
            entries.put(editor, tensor, floats, isParameter);
        else if (!isSet)
            entries.remove(editor, tensor);
    };
    const bool isScaled = isSet && (activation.fixed || weight.fixed);
    const bool isNowhere = !isKnown && !isScaled && config.resolveTensor(edit.layer).isEmpty();
    if (isNowhere && edit.action != LayerEdit::Action::Restore)
        cannotSay(entries.dialect, Message("anything about {}, which has no entry in this file", edit.layer),
                  "name the network with --model, or a tensor of the file");
    if (!isKnown)
        return editOne(edit.layer, activation.isEmpty() ? weight : activation,
                       activation.isEmpty() && !weight.isEmpty());
    for (const auto& tensor : edit.activationTensors)
        editOne(tensor, activation, false);
    for (const auto& tensor : edit.weightTensors)
        editOne(tensor, weight, true);
}

} // namespace ql::config
