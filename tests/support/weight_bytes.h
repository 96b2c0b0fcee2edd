// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ql::tests {

template <typename T>
std::string littleEndian(T value)
{
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// A safetensors file: its header in JSON, then the bytes.
inline std::string safetensorsFile(const std::string& header, const std::string& data)
{
    return littleEndian(std::uint64_t(header.size())) + header + data;
}

inline std::string smallSafetensors()
{
    std::string data;
    for (const float value : {1.0F, -2.0F, 0.5F, 4.0F, 0.25F, -8.0F})
        data += littleEndian(value);
    data += std::string("\x00\x3c\x00\xc0", 4); // 1 and -2 in float16
    return safetensorsFile(R"({"__metadata__":{"format":"pt"},)"
                           R"("fc.weight":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},)"
                           R"("fc.bias":{"dtype":"F16","shape":[2],"data_offsets":[24,28]}})",
                           data);
}

struct GgufTensor {
    std::string name;
    std::vector<std::uint64_t> sizes; ///< neighbours first
    std::uint32_t type = 0;
    std::string bytes;
};

/// A GGUF file of version 3, with settings of several types in its header.
inline std::string ggufFile(const std::vector<GgufTensor>& tensors)
{
    const auto text = [](const std::string& letters) { return littleEndian(std::uint64_t(letters.size())) + letters; };
    std::string file = "GGUF" + littleEndian(std::uint32_t(3)) + littleEndian(std::uint64_t(tensors.size()))
                       + littleEndian(std::uint64_t(3));
    file += text("general.name") + littleEndian(std::uint32_t(8)) + text("small");
    file += text("tokens") + littleEndian(std::uint32_t(9)) + littleEndian(std::uint32_t(8))
            + littleEndian(std::uint64_t(2)) + text("a") + text("b");
    file += text("general.alignment") + littleEndian(std::uint32_t(4)) + littleEndian(std::uint32_t(64));
    std::string data;
    for (const auto& tensor : tensors) {
        data.resize((data.size() + 63) / 64 * 64);
        file += text(tensor.name) + littleEndian(std::uint32_t(tensor.sizes.size()));
        for (const auto size : tensor.sizes)
            file += littleEndian(size);
        file += littleEndian(tensor.type) + littleEndian(std::uint64_t(data.size()));
        data += tensor.bytes;
    }
    file.resize((file.size() + 63) / 64 * 64);
    return file + data;
}

/// Half-precision 0.5, then bytes that follow a pattern: a block of q4_0 has 18 in all.
inline std::string patternBlock(std::size_t bytes, std::initializer_list<std::size_t> halves)
{
    std::string block;
    for (std::size_t i = 0; i < bytes; ++i)
        block += static_cast<char>(i * 73 % 251 + i);
    for (const auto at : halves)
        block.replace(at, 2, std::string("\x00\x38", 2));
    return block;
}

inline std::string smallGguf()
{
    return ggufFile({{"token_embd.weight", {2, 2}, 0, std::string(16, '\x3f')},
                     {"blk.0.attn_q.weight", {32, 2}, 2, patternBlock(18, {0}) + patternBlock(18, {0})},
                     {"blk.0.ffn.weight", {256}, 12, patternBlock(144, {0, 2})}});
}

} // namespace ql::tests
