// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"
#include "core/quant/integer_format.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::quant {

/// From here on a bias might not fit into int32: AMCT's ARQ raises the least scale.
constexpr double kLargeBias = 6.4031265;

/// The observer that computes a tensor's quantization parameters, and its settings; unset ones have the observer's
/// defaults.
struct ObserverSettings {
    std::string method = "min_max";
    std::map<std::string, double, std::less<>> numbers;
    std::string initialization; ///< of cluster centres: "uniform", "gaussian", "d2sampling"
    bool hasHalfStep = false; ///< symmetric: (max − min of the integers) / 2 steps each way, 127.5 of 8 bits (torch)
    bool isMinFixed = false;  ///< what is below 0 counts as 0: the lower limit is 0 (ULQ)
    Parameters fixed;         ///< of the method "fixed"

    /// @throws Error (BadArgument) naming method and parameter when the number lies outside [@p low, @p high]
    double number(std::string_view name, double fallback, double low, double high) const;
    /// The least scale, `eps`; 0 = any. `eps_of_large_bias` takes its place where a weight's layer has a bias beyond
    /// kLargeBias (ARQ).
    double smallestScale() const { return number("eps", 0.0, 0.0, 1e30); }
    friend bool operator==(const ObserverSettings&, const ObserverSettings&) = default;
};

/// Watches the values of one tensor (or of one channel of it) during calibration, batch by batch, in bounded memory,
/// and then says how to quantize them.
class Observer {
public:
    virtual ~Observer() = default;

    virtual void observe(std::span<const float> values) = 0;
    /// Per tensor. Without any value seen: scale 1.
    virtual Parameters parameters(const IntegerFormat& format) const = 0;

    /// How observers of one tensor, each of which sees some of the batches, are brought together, with the result of
    /// one that sees them all.
    enum class Sharing {
        None,        ///< not at all
        InAnyOrder,  ///< each takes in what the others have seen() once all is observed
        BatchByBatch ///< each takes in the digest() of every batch, in their order
    };
    virtual Sharing sharing() const { return Sharing::None; }
    /// What it has seen so far. @pre InAnyOrder
    virtual std::string seen() const { return {}; }
    /// All of @p values that observing them would need. Any thread. @pre BatchByBatch
    virtual std::string digest(std::span<const float> /*values*/) const { return {}; }
    /// Takes in what another saw or digested. @throws Error (FileCorrupt) for bytes of anything else
    virtual void absorb(std::string_view /*bytes*/) {}
    /// Begins with what @p other has seen, where that tells all that this one would have seen of the same values; false
    /// where it doesn't. @pre this has seen nothing
    virtual bool takeOver(const Observer& /*other*/) { return false; }
};

struct ObserverDefinition {
    std::string_view name;
    std::string_view summary;
    std::unique_ptr<Observer> (*make)(const ObserverSettings&);
};

/// ObserverDefinition::make for an observer that takes the settings, or nothing.
template <typename T>
std::unique_ptr<Observer> makeFrom([[maybe_unused]] const ObserverSettings& settings)
{
    if constexpr (std::is_constructible_v<T, const ObserverSettings&>)
        return std::make_unique<T>(settings);
    else
        return std::make_unique<T>();
}

/// One function for each file of core/quant/observers, in alphabetical order.
std::span<const ObserverDefinition> knownObservers();
/// @throws Error (BadArgument) for an unknown method, listing the known ones, and for a parameter out of range
std::unique_ptr<Observer> makeObserver(const ObserverSettings& settings);

/// Observes whole tensors: as one, or each index of an axis apart.
class TensorObserver {
public:
    /// @throws Error as makeObserver
    TensorObserver(ObserverSettings settings, std::optional<std::int64_t> channelAxis);
    TensorObserver(TensorObserver&&) = default;
    TensorObserver& operator=(TensorObserver&&) = default;

    /// @p values in C order. @throws Error (ShapeMismatch) when the number of channels changes
    void observe(std::span<const float> values, const graph::Shape& shape);
    bool hasSeenValues() const { return m_hasSeenValues; }
    Parameters parameters(const IntegerFormat& format) const;

    /// As of Observer. @pre for these five: it has no channels
    Observer::Sharing sharing() const { return m_observers.front()->sharing(); }
    std::string seen() const;
    std::string digest(std::span<const float> values) const;
    void absorb(std::string_view bytes);
    bool takeOver(const TensorObserver& other);

private:
    void observeAll(std::span<const float> values, const graph::Shape& shape);
    void observeChannels(std::span<const float> values, const graph::Shape& shape);

    ObserverSettings m_settings;
    std::optional<std::int64_t> m_axis;
    std::vector<std::unique_ptr<Observer>> m_observers; ///< one, or one per channel
    bool m_hasSeenValues = false;
};

} // namespace ql::quant
