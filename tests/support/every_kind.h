// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cmath>
#include <limits>
#include <memory>

namespace ql::tests {

/// A graph that has something of every kind that a graph can have; no operator knows it.
class EveryKind {
public:
    static graph::Graph graph()
    {
        graph::Graph made("all \xe5\x9b\xbe");
        made.setOpset("", 17);
        made.setOpset("com.example", 1);
        const auto x =
            made.addInput("x", graph::DataType::Float, graph::DeclaredShape{{2, "batch"}, {-1, "n"}, {-1, ""}});
        const auto condition = made.addInput("condition");
        made.addValue("nobody makes it", graph::DataType::Int64, graph::DeclaredShape{});
        addConstants(made);
        addAttributes(made, x);
        addBodies(made, x, condition);
        made.addHandedThrough({"identity", "another name of x", x});
        return made;
    }

private:
    using DataType = graph::DataType;
    using TensorData = graph::TensorData;

    /// One of each type, one that is large, one that shares its bytes, one without elements and one declared otherwise.
    static void addConstants(graph::Graph& made)
    {
        for (int type = int(DataType::Undefined) + 1; type <= int(graph::kLastDataType); ++type) {
            const auto name = std::string(graph::name(DataType(type)));
            if (DataType(type) == DataType::String)
                made.addInitializer(name, TensorData::ofStrings({2, 1}, {std::string("a\0b", 3), ""}));
            else
                made.addInitializer(name, ofThree(DataType(type)));
        }
        const auto large = TensorData::of<float>(DataType::Float, {65, 64}, std::vector<float>(4160, -0.5F));
        made.addInitializer("large", large);
        made.addInitializer("large, too", TensorData(DataType::Float, {4160}, large.storage(), large.bytes().size()));
        made.addInitializer("empty", TensorData::of<float>(DataType::Float, {3, 0}, {}));
        made.addInitializer("nothing", TensorData());
        const auto declared = made.addInitializer("declared", TensorData::of<std::int8_t>(DataType::Int8, {1}, {7}));
        made.setType(declared, DataType::UInt8);
        made.setShape(declared, {{-1, "k"}});
    }

    static TensorData ofThree(DataType type)
    {
        std::vector<std::byte> bytes(graph::packedByteCount(type, 3));
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = type == DataType::Bool ? std::byte(i % 2) : std::byte(0x81 + 7 * i);
        return TensorData::copyOf(type, {3}, bytes);
    }

    static void addAttributes(graph::Graph& made, graph::ValueId x)
    {
        graph::NodeSpec spec;
        spec.domain = "com.example";
        spec.opType = "All";
        spec.opset = 1;
        spec.scope = "a/b";
        spec.inputs = {x, {}, x};
        spec.outputs = {made.addValue("first"), {}, made.addValue("third")};
        spec.attributes.set("integer", std::numeric_limits<std::int64_t>::min());
        spec.attributes.set("number", std::nan("7"));
        spec.attributes.set("string", std::string("\0\xff", 2));
        spec.attributes.set("integers", std::vector<std::int64_t>{1, -2});
        spec.attributes.set("numbers", std::vector<double>{-0.0, std::numeric_limits<double>::infinity()});
        spec.attributes.set("strings", std::vector<std::string>{"", "b"});
        spec.attributes.set("no strings", std::vector<std::string>());
        spec.attributes.set("tensor", ofThree(DataType::BFloat16));
        made.addNode(std::move(spec)); // its name is made up
        made.addOutput(*made.findValue("third"));
    }

    /// Reads @p outer of the graph around it; the deeper ones read it through those around them.
    static graph::GraphPointer body(graph::ValueId outer, int depth)
    {
        auto made = std::make_shared<graph::Graph>("body");
        const auto inner = made->addValue("x", DataType::Float);
        made->addCapture(outer, inner);
        graph::NodeSpec spec;
        spec.name = "inside";
        spec.opType = depth > 0 ? "If" : "Relu";
        spec.opset = 17;
        spec.inputs = {inner};
        spec.outputs = {made->addValue("y")};
        if (depth > 0) {
            spec.captures = {inner};
            spec.attributes.set("then_branch", body(inner, depth - 1));
        }
        made->addNode(std::move(spec));
        made->addOutput(*made->findValue("y"));
        return made;
    }

    static void addBodies(graph::Graph& made, graph::ValueId x, graph::ValueId condition)
    {
        graph::NodeSpec spec;
        spec.name = "choice";
        spec.hasMadeUpName = true;
        spec.opType = "If";
        spec.opset = 17;
        spec.inputs = {condition};
        spec.captures = {x, *made.findValue("large")};
        spec.outputs = {made.addValue("chosen")};
        spec.attributes.set("then_branch", body(x, 3));
        spec.attributes.set("others", std::vector<graph::GraphPointer>{body(x, 0), body(*made.findValue("large"), 1)});
        made.addNode(std::move(spec));
        made.addOutput(*made.findValue("chosen"));
        made.addOutput(x);
    }
};

} // namespace ql::tests
