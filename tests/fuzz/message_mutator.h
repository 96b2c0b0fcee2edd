// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/fuzz/mutator.h"

#include <onnx/onnx_pb.h>
#include <vector>

namespace ql::tests {

/// Damages a model without breaking its encoding: one to three fields get another value, go missing, stand twice, or
/// take the place of another of their kind: a body may come to any node.
/// What comes out parses, so it reaches the code behind the parser.
class MessageMutator {
public:
    MessageMutator(const std::string& original, std::uint32_t seed);

    Mutant next();

private:
    using Message = google::protobuf::Message;
    using Field = google::protobuf::FieldDescriptor;

    struct Place {
        Message* message;
        const Field* field;
        int index; ///< -1: not repeated
    };

    void collect(Message& message, std::vector<Place>& places) const;
    std::string damage(const std::vector<Place>& places);
    bool graft(const Place& place, const std::vector<Place>& places);
    void damageList(const Place& place);
    void damageSingle(const Place& place);
    std::int64_t oddInteger();
    std::size_t below(std::size_t end);

    onnx::ModelProto m_original;
    std::mt19937 m_random;
};

} // namespace ql::tests
