// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: QUANTLOUPE_FUZZ_BODY is what it feeds, QUANTLOUPE_FUZZ_TAIL how many bytes follow the model.
#include "tests/fuzz/fuzz_body.h"
#include "tests/fuzz/message_mutator.h"

#include <algorithm>
#include <cstring>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t maxSize);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ql::tests::QUANTLOUPE_FUZZ_BODY({reinterpret_cast<const char*>(data), size});
    return 0;
}

/// Random bytes seldom make a message, so every other mutant is one with some fields changed.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t maxSize, unsigned seed)
{
    constexpr std::size_t kTail = QUANTLOUPE_FUZZ_TAIL;
    onnx::ModelProto model;
    if (seed % 2 == 0 || size < kTail || !model.ParseFromArray(data, static_cast<int>(size - kTail))
        || model.ByteSizeLong() == 0)
        return LLVMFuzzerMutate(data, size, maxSize);
    std::string tail(reinterpret_cast<const char*>(data + size - kTail), kTail);
    if (kTail > 0 && seed % 8 == 1)
        LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(tail.data()), kTail, kTail);
    const auto mutant = ql::tests::MessageMutator(model.SerializeAsString(), seed).next().bytes + tail;
    if (mutant.size() > maxSize)
        return LLVMFuzzerMutate(data, size, maxSize);
    std::memcpy(data, mutant.data(), mutant.size());
    return mutant.size();
}
