// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/values/graph_builder.h"

#include <ATen/core/ivalue.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::importers::torchscript {

/// Scale and zero point of a quantized tensor that are known before anything runs.
struct QuantizationParameters {
    double scale = 1.0;
    std::int64_t zeroPoint = 0;
    at::ScalarType type = at::kQUInt8; ///< the quantized tensor's
};

struct Cell;

/// How a view is made: the call with "$0" … for the inputs. Made anew when its base was written into.
struct ViewRecipe {
    std::string call;
    std::vector<std::shared_ptr<Cell>> inputs; ///< in the call's order
    std::size_t base = 0;                      ///< which of them is viewed
    std::string stem;
    std::string scope;
    Origin origin;
    std::string domain;
    std::string opType;
};

/// One tensor (or list) that names of the program refer to. The graph's values never change, so writing into it makes a
/// new value current, and its views stale.
struct Cell {
    enum class Kind { Unknown, Tensor, Container, Number };
    Kind kind = Kind::Unknown;
    Slot current;
    std::uint64_t born = 0; ///< its first version
    std::uint64_t version = 0;
    std::shared_ptr<Cell> base; ///< of a view
    std::uint64_t seen = 0;     ///< the base's version of which current is a view
    std::shared_ptr<const ViewRecipe> recipe;
    std::vector<std::int64_t> strides; ///< of a parameter that isn't kept in C order
    std::optional<QuantizationParameters> quantization;
};

struct Items;

/// What a name of the program stands for while the graph is built.
struct Binding {
    enum class Kind {
        Known, ///< a constant, a module, a parameter
        Cell,  ///< made when the model runs
        Items  ///< a list, tuple, dictionary or object whose parts are known one by one
    };
    Kind kind = Kind::Known;
    c10::IValue known;
    std::shared_ptr<Cell> cell;
    std::shared_ptr<Items> items;

    bool isKnown() const { return kind == Kind::Known; }
};

struct Items {
    enum class Kind { List, Tuple, Dictionary, Object };
    Kind kind = Kind::List;
    std::vector<Binding> parts;    ///< a dictionary's values
    std::vector<c10::IValue> keys; ///< of a dictionary, names of an object's attributes
    c10::TypePtr type;
    std::uint64_t born = 0;     ///< the lowering's version when it was made
    std::shared_ptr<Cell> cell; ///< set when a body is about to change it: from then on it is a value at run time
};

inline Binding bound(c10::IValue known)
{
    return {Binding::Kind::Known, std::move(known), nullptr, nullptr};
}

inline Binding bound(std::shared_ptr<Cell> cell)
{
    return {Binding::Kind::Cell, {}, std::move(cell), nullptr};
}

inline Binding bound(std::shared_ptr<Items> items)
{
    return {Binding::Kind::Items, {}, nullptr, std::move(items)};
}

} // namespace ql::importers::torchscript
