// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/message_mutator.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <stdexcept>

namespace ql::tests {

using google::protobuf::FieldDescriptor;

MessageMutator::MessageMutator(const std::string& original, std::uint32_t seed)
    : m_random(seed)
{
    if (!m_original.ParseFromString(original))
        throw std::runtime_error("the original is no model");
}

std::size_t MessageMutator::below(std::size_t end)
{
    return end == 0 ? 0 : m_random() % end;
}

std::int64_t MessageMutator::oddInteger()
{
    using Limits = std::numeric_limits<std::int64_t>;
    constexpr std::array<std::int64_t, 14> kOdd{
        0, 1, -1, 2, 3, 5, 7, 1 << 20, 2147483648, -100000, 4294967296, Limits::max(), Limits::min(), 100};
    return kOdd[below(kOdd.size())];
}

void MessageMutator::collect(Message& message, std::vector<Place>& places) const
{
    const auto* reflection = message.GetReflection();
    std::vector<const Field*> fields;
    reflection->ListFields(message, &fields);
    for (const auto* field : fields) {
        if (!field->is_repeated()) {
            places.push_back({&message, field, -1});
            if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
                collect(*reflection->MutableMessage(&message, field), places);
            continue;
        }
        constexpr int kMostElements = 200; // the weights would drown everything else
        for (int i = 0; i < std::min(reflection->FieldSize(message, field), kMostElements); ++i) {
            places.push_back({&message, field, i});
            if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
                collect(*reflection->MutableRepeatedMessage(&message, field, i), places);
        }
    }
}

void MessageMutator::damageList(const Place& place)
{
    auto& message = *place.message;
    const auto* reflection = message.GetReflection();
    const auto last = reflection->FieldSize(message, place.field) - 1;
    const auto choice = below(3);
    if (choice == 0) { // gone
        reflection->SwapElements(&message, place.field, place.index, last);
        reflection->RemoveLast(&message, place.field);
    } else if (choice == 1) { // out of order
        reflection->SwapElements(&message, place.field, place.index, int(below(std::size_t(last) + 1)));
    } else if (place.field->cpp_type() == FieldDescriptor::CPPTYPE_INT64) {
        reflection->SetRepeatedInt64(&message, place.field, place.index, oddInteger());
    } else if (place.field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
        reflection->SetRepeatedString(&message, place.field, place.index, below(2) == 0 ? "" : "odd");
    } else if (place.field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) { // twice
        reflection->AddMessage(&message, place.field)
            ->CopyFrom(reflection->GetRepeatedMessage(message, place.field, place.index));
    }
}

void MessageMutator::damageSingle(const Place& place)
{
    auto& message = *place.message;
    const auto* reflection = message.GetReflection();
    if (below(3) == 0)
        return reflection->ClearField(&message, place.field);
    switch (place.field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT64: return reflection->SetInt64(&message, place.field, oddInteger());
    case FieldDescriptor::CPPTYPE_INT32: return reflection->SetInt32(&message, place.field, int(below(24)));
    case FieldDescriptor::CPPTYPE_FLOAT:
        return reflection->SetFloat(&message, place.field, std::numeric_limits<float>::quiet_NaN());
    case FieldDescriptor::CPPTYPE_STRING: {
        auto text = reflection->GetString(message, place.field);
        text.resize(below(text.size() + 1));
        return reflection->SetString(&message, place.field, text);
    }
    case FieldDescriptor::CPPTYPE_ENUM: return reflection->SetEnumValue(&message, place.field, int(below(16)));
    default: return reflection->ClearField(&message, place.field);
    }
}

bool MessageMutator::graft(const Place& place, const std::vector<Place>& places)
{
    const auto& from = places[below(places.size())];
    if (place.field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE
        || from.field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE
        || place.field->message_type() != from.field->message_type())
        return false;
    const auto at = [](const Place& each) {
        const auto* reflection = each.message->GetReflection();
        return each.index < 0 ? reflection->MutableMessage(each.message, each.field)
                              : reflection->MutableRepeatedMessage(each.message, each.field, each.index);
    };
    auto& target = *at(place);
    const std::unique_ptr<Message> copy(target.New());
    copy->CopyFrom(*at(from)); // one may lie within the other
    target.CopyFrom(*copy);
    return true;
}

std::string MessageMutator::damage(const std::vector<Place>& places)
{
    const auto& place = places[below(places.size())];
    const std::string where = place.field->full_name() + (place.index < 0 ? "" : " " + std::to_string(place.index));
    if (below(4) == 0 && graft(place, places))
        return "another's " + where;
    if (place.index < 0)
        damageSingle(place);
    else
        damageList(place);
    return where;
}

Mutant MessageMutator::next()
{
    auto model = m_original;
    std::string description = "changed";
    const auto changes = 1 + below(3);
    for (std::size_t i = 0; i < changes; ++i) {
        std::vector<Place> places; // anew each time: a change may remove what was collected
        collect(model, places);
        if (places.empty()) // nothing is left to damage
            break;
        description += (i == 0 ? " " : ", ") + damage(places);
    }
    return {description, model.SerializeAsString()};
}

} // namespace ql::tests
