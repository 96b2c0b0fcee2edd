// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of your own for Quantloupe, in a shared library: `quantloupe-cli COMMAND … --op-library FILE.so`.
//
//     #include <quantloupe/operators.h>
//
//     void twice(quantloupe::Call& call)
//     {
//         const auto x = call.requiredInput(0);
//         const auto y = call.makeOutput(0, x.type, x.sizes());
//         for (std::size_t i = 0; i < x.count(); ++i)
//             y.as<float>()[i] = 2 * x.as<float>()[i];
//     }
//
//     QUANTLOUPE_OPERATORS(operators)
//     {
//         operators.add({.domain = "com.example", .name = "Twice", .evaluate = twice});
//     }
//
// Build it with `g++ -std=c++20 -shared -fPIC -I…/include twice.cpp -o twice.so`. This header is all it needs: what
// crosses the border is plain numbers and pointers. Its version is checked when the library is loaded.
// - What check or evaluate throw (best a std::exception) becomes the error of the node, with the library's name.
// - A library that crashes or hangs while it is being loaded is refused: it is loaded in a second process first.
// - A crash while an operator runs (a write past the end of an output …) ends the whole program. Test it on its own.
// - Libraries stay loaded until the program ends. evaluate may be called from several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#define QUANTLOUPE_OPERATORS_VERSION 1

namespace quantloupe {

/// Element types, with ONNX's numbers. 4-bit elements are packed two to a byte, low nibble first.
enum class ElementType : std::int32_t {
    None = 0,
    Float32 = 1,
    UInt8 = 2,
    Int8 = 3,
    UInt16 = 4,
    Int16 = 5,
    Int32 = 6,
    Int64 = 7,
    Bool = 9,
    Float16 = 10,
    Float64 = 11,
    UInt32 = 12,
    UInt64 = 13,
    Complex64 = 14,
    Complex128 = 15,
    BFloat16 = 16,
    Float8E4M3FN = 17,
    Float8E4M3FNUZ = 18,
    Float8E5M2 = 19,
    Float8E5M2FNUZ = 20,
    UInt4 = 21,
    Int4 = 22,
    Float4E2M1 = 23,
    Float8E8M0 = 24,
    UInt2 = 25,
    Int2 = 26
};

/// A tensor: its elements lie in C order without gaps. Valid during the call that gave it.
struct Input {
    ElementType type = ElementType::None; ///< None for an omitted optional input
    std::size_t rank = 0;
    const std::int64_t* shape = nullptr;
    const void* data = nullptr;

    bool isGiven() const { return type != ElementType::None; }
    std::vector<std::int64_t> sizes() const { return {shape, shape + rank}; }
    std::size_t count() const
    {
        std::size_t product = 1;
        for (std::size_t i = 0; i < rank; ++i)
            product *= static_cast<std::size_t>(shape[i]);
        return product;
    }
    /// @pre T is what ElementType says
    template <typename T>
    const T* as() const
    {
        return static_cast<const T*>(data);
    }
};

/// Where an output goes. Its bytes begin as zeros.
struct Output {
    void* data = nullptr;
    template <typename T>
    T* as() const
    {
        return static_cast<T*>(data);
    }
};

/// A node's attributes, and how many inputs and outputs it has. What looks an attribute up returns whether it is there
/// with that type; pointers stay valid during the call.
class Node {
public:
    virtual const char* name() const = 0;
    virtual std::int32_t opset() const = 0; ///< the version of its domain that the model imports
    virtual std::size_t inputCount() const = 0;
    virtual std::size_t outputCount() const = 0;
    virtual bool findInt(const char* attribute, std::int64_t& value) const = 0;
    virtual bool findFloat(const char* attribute, double& value) const = 0;
    virtual bool findString(const char* attribute, const char*& value) const = 0;
    virtual bool findInts(const char* attribute, const std::int64_t*& first, std::size_t& count) const = 0;
    virtual bool findFloats(const char* attribute, const double*& first, std::size_t& count) const = 0;
    virtual bool findTensor(const char* attribute, Input& value) const = 0;

    std::int64_t intOr(const char* attribute, std::int64_t fallback) const
    {
        findInt(attribute, fallback);
        return fallback;
    }
    double floatOr(const char* attribute, double fallback) const
    {
        findFloat(attribute, fallback);
        return fallback;
    }
    std::string stringOr(const char* attribute, const char* fallback) const
    {
        findString(attribute, fallback);
        return fallback;
    }
    std::vector<std::int64_t> intsOr(const char* attribute, std::vector<std::int64_t> fallback) const
    {
        const std::int64_t* first = nullptr;
        std::size_t count = 0;
        return findInts(attribute, first, count) ? std::vector<std::int64_t>(first, first + count) : fallback;
    }

protected:
    ~Node() = default;
};

/// One execution of a node.
class Call {
public:
    virtual const Node& node() const = 0;
    /// Not given where the node omits it or has fewer inputs.
    virtual Input input(std::size_t i) const = 0;
    /// Makes output @p i; every output that the node names must be made once. Throws when it can't be.
    virtual Output makeOutput(std::size_t i, ElementType type, const std::int64_t* shape, std::size_t rank) = 0;

    Output makeOutput(std::size_t i, ElementType type, const std::vector<std::int64_t>& shape)
    {
        return makeOutput(i, type, shape.data(), shape.size());
    }
    Input requiredInput(std::size_t i) const
    {
        const auto found = input(i);
        if (!found.isGiven())
            throw std::invalid_argument("input " + std::to_string(i) + " is missing");
        return found;
    }

protected:
    ~Call() = default;
};

struct Operator {
    const char* domain = nullptr; ///< "" is the standard's
    const char* name = nullptr;
    std::int32_t since = 1;          ///< first version of the domain for which it holds
    std::int32_t until = 0x7FFFFFFF; ///< last version, inclusive
    bool replaces = false;           ///< whether an operator that Quantloupe has may be replaced; else that is an error
    void (*check)(const Node&) = nullptr; ///< throws what is wrong with a node, before anything runs; may be null
    void (*evaluate)(Call&) = nullptr;
};

/// Takes a library's operators.
class Operators {
public:
    virtual void add(const Operator& definition) = 0;

protected:
    ~Operators() = default;
};

} // namespace quantloupe

extern "C" {
/// The two functions that a library must have; QUANTLOUPE_OPERATORS writes them.
std::int32_t quantloupe_operators_version();
void quantloupe_register_operators(quantloupe::Operators& operators);
}

#define QUANTLOUPE_OPERATORS(operators)                                                                                \
    extern "C" __attribute__((visibility("default"))) std::int32_t quantloupe_operators_version()                      \
    {                                                                                                                  \
        return QUANTLOUPE_OPERATORS_VERSION;                                                                           \
    }                                                                                                                  \
    extern "C" __attribute__((visibility("default"))) void quantloupe_register_operators(                              \
        quantloupe::Operators& operators)
