// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace ql::config {

/// Where in a file something is said, counted from 1; 0 = nowhere.
struct SourcePosition {
    int line = 0;
    int column = 0;
    friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
    friend bool operator<(const SourcePosition& a, const SourcePosition& b)
    {
        return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    }
};

/// What a file says and where; empty = it says nothing. Equal when the values are, wherever they stand.
template <typename T>
struct Located : std::optional<T> {
    using std::optional<T>::optional;
    Located(std::optional<T> value, SourcePosition where = {})
        : std::optional<T>(std::move(value))
        , position(where)
    {
    }

    /// What the same place means: @p meaning of the value.
    template <typename Meaning>
    auto as(Meaning&& meaning) const -> Located<decltype(meaning(std::declval<const T&>()))>
    {
        using Result = decltype(meaning(std::declval<const T&>()));
        return {this->has_value() ? std::optional<Result>(meaning(**this)) : std::nullopt, position};
    }

    friend bool operator==(const Located& a, const Located& b)
    {
        return static_cast<const std::optional<T>&>(a) == static_cast<const std::optional<T>&>(b);
    }

    template <typename U>
    requires std::is_convertible_v<U, T>
    friend bool operator==(const Located& a, const U& b) { return a.has_value() && *a == b; }

    SourcePosition position;
};

/// A list of names and where it stands: one place, or one for each name.
struct Names : std::vector<std::string> {
    using std::vector<std::string>::vector;

    std::vector<SourcePosition> positions;
};

/// How the range of a tensor is found during calibration.
enum class ObserverKind {
    MinMax,
    MovingAverage,
    Percentile,
    Histogram, ///< torch's HistogramObserver: the bounds that lose least over a histogram
    Kl,        ///< entropy
    Mse,
    Ifmr,
    Hfmg,
    Arq,
    LuqMse,
    Snq,       ///< cluster centres, 4-bit non-uniform
    Automatic, ///< search over methods by output cosine (Horizon "default")
    Mix,       ///< Horizon "mix": the best of several per layer
    Fixed,     ///< nothing is observed: the scale is given
    Custom     ///< a class of the user's own, see Algorithm::spelled
};

/// How numbers become integers once the range is known; the form they have when training is over.
enum class QuantizerKind {
    Linear, ///< round(x / scale) + zero point
    Ulq,
    Luq,
    Arq,
    Lnq, ///< cluster centres, 4-bit non-uniform
    Fixed,
    Custom
};

enum class Granularity { PerTensor, PerChannel };
constexpr Granularity granularityOf(bool isPerChannel)
{
    return isPerChannel ? Granularity::PerChannel : Granularity::PerTensor;
}

/// "ifmr", "moving_average" … and back; nothing for an unknown word.
std::string_view toString(ObserverKind kind);
std::optional<ObserverKind> observerFromWord(std::string_view word);
/// "linear", "ulq" …
std::string_view toString(QuantizerKind kind);
/// "per_tensor", "per_channel".
std::string_view toString(Granularity granularity);

using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<double>>;

/// What a file says about an algorithm, under the names of parameter_table.h; what it doesn't say has the default
/// there.
class Parameters {
public:
    struct Entry {
        std::string name;
        ParameterValue value;
        SourcePosition position = {};
        friend bool operator==(const Entry& a, const Entry& b) { return a.name == b.name && a.value == b.value; }
    };

    /// Adds or replaces.
    void set(std::string name, ParameterValue value, SourcePosition position = {});
    const ParameterValue* find(std::string_view name) const;
    /// As double, int or bool if it is a number; @p fallback when missing or of another kind.
    double numberOr(std::string_view name, double fallback) const;
    bool boolOr(std::string_view name, bool fallback) const;
    std::string textOr(std::string_view name, std::string fallback) const;
    /// In the file's order.
    const std::vector<Entry>& entries() const { return m_entries; }
    friend bool operator==(const Parameters&, const Parameters&) = default;

private:
    std::vector<Entry> m_entries;
};

/// An algorithm and what a file says about it.
template <typename Kind>
struct Algorithm {
    Kind kind{};
    std::string spelled; ///< as in the file: "IFMRObserver", "torch.quantization.MinMaxObserver"; may be empty
    Parameters parameters;
    friend bool operator==(const Algorithm&, const Algorithm&) = default;
};
using Observer = Algorithm<ObserverKind>;
using Quantizer = Algorithm<QuantizerKind>;

/// How scales lie that a weight has for each of its blocks: neighbours along the axis that products sum over.
struct ScaleBlocks {
    std::int64_t size = 0;
    std::optional<std::int64_t> axis = {};  ///< of the weight, where the file says it
    std::vector<std::int64_t> shape = {};   ///< of the tensor of scales, where the file says it
    std::vector<double> channelScales = {}; ///< LPBQ: a block's scale is its channel's times …
    std::vector<std::int64_t> factors = {}; ///< … a whole number, as many as scales
    int expandedBits = 0;                   ///< LPBQ: of an integer times its factor
    friend bool operator==(const ScaleBlocks&, const ScaleBlocks&) = default;
};

/// A scale that calibration must not touch.
struct FixedScale {
    std::vector<double> scales;                 ///< one, one per channel, or one per block: channel by channel
    std::vector<std::int64_t> offsets = {};     ///< zero points of the signed form, as many as scales, or none = 0
    std::vector<SourcePosition> positions = {}; ///< of all these numbers
    std::optional<ScaleBlocks> blocks = {};     ///< with offsets 0
    friend bool operator==(const FixedScale& a, const FixedScale& b)
    {
        return a.scales == b.scales && a.offsets == b.offsets && a.blocks == b.blocks;
    }
};

/// What is said about quantizing one tensor. A field without value says nothing.
struct TensorSettings {
    Located<int> bits;
    Located<std::string> floatType;    ///< "float16", "bfloat16", "float32": kept in floating point instead of bits
    Located<std::string> numberFormat; ///< of core/graph/formats, by name, instead of bits: "fp8_e4m3", "int8_pow2"
    Located<bool> isSymmetric;         ///< zero point 0; false = affine
    Located<bool> isUnsigned;
    Located<Granularity> granularity;
    Located<int> channelAxis;
    Located<Observer> observer;
    Located<Quantizer> quantizer;
    Located<FixedScale> fixed;

    bool isEmpty() const { return *this == TensorSettings(); }
    friend bool operator==(const TensorSettings&, const TensorSettings&) = default;
};

/// What is said about quantizing one layer.
struct LayerSettings {
    Located<bool> isQuantized;
    TensorSettings activation;          ///< every data input
    std::vector<TensorSettings> inputs; ///< entry i adds to `activation` for data input i; may be shorter or empty
    TensorSettings weight;
    TensorSettings output; ///< few dialects speak of a layer's own output

    bool isEmpty() const { return *this == LayerSettings(); }
    friend bool operator==(const LayerSettings&, const LayerSettings&) = default;
};

/// @p base with everything that @p over says put on top.
TensorSettings merged(TensorSettings base, const TensorSettings& over);
LayerSettings merged(LayerSettings base, const LayerSettings& over);

} // namespace ql::config
