// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/import/model_builder.h"

#include <fstream>

namespace ql::tests {

/// y = x · w with a square w of zeros: a model of any size that takes next to no space on disk, because its weights are
/// a hole in a file.
class LargeModel : public ModelBuilder {
public:
    explicit LargeModel(std::int64_t side)
        : m_side(side)
    {
        input("x", {1, side}).output("y");
        graph().mutable_output(0)->mutable_type()->mutable_tensor_type()->clear_shape();
        addNode(graph(), "MatMul", {"x", "w"}, {"y"}, "product");
    }

    std::uintmax_t weightBytes() const { return std::uintmax_t(m_side * m_side) * sizeof(float); }

    /// The weights begin at byte @p offset of another file.
    void saveWithExternalData(std::uintmax_t offset)
    {
        auto& w = *graph().add_initializer();
        describe(w);
        w.set_data_location(onnx::TensorProto::EXTERNAL);
        const auto set = [&w](const char* key, const std::string& value) {
            auto& entry = *w.add_external_data();
            entry.set_key(key);
            entry.set_value(value);
        };
        set("location", "weights.bin");
        set("offset", std::to_string(offset));
        set("length", std::to_string(weightBytes()));
        std::ofstream(folder() / "weights.bin");
        std::filesystem::resize_file(folder() / "weights.bin", offset + weightBytes());
        save();
    }

    /// The weights stand in the file itself, behind everything else: a message may come in parts that are put together.
    void saveWithEmbeddedData() const
    {
        onnx::TensorProto w;
        describe(w);
        const auto head = w.SerializeAsString() + tag(9, weightBytes());
        const auto initializer = tag(5, head.size() + weightBytes());
        const auto part = tag(7, initializer.size() + head.size() + weightBytes());
        save();
        std::ofstream(path(), std::ios::binary | std::ios::app) << part << initializer << head;
        std::filesystem::resize_file(path(), std::filesystem::file_size(path()) + weightBytes());
    }

private:
    void describe(onnx::TensorProto& tensor) const
    {
        tensor.set_name("w");
        tensor.set_data_type(onnx::TensorProto::FLOAT);
        tensor.add_dims(m_side);
        tensor.add_dims(m_side);
    }
    /// Field @p number with @p length bytes to follow.
    static std::string tag(unsigned number, std::uint64_t length)
    {
        std::string bytes(1, static_cast<char>(number << 3 | 2));
        for (; length >= 0x80; length >>= 7)
            bytes += static_cast<char>(length | 0x80);
        return bytes += static_cast<char>(length);
    }

    std::int64_t m_side;
};

} // namespace ql::tests
