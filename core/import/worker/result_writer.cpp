// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/worker/result_writer.h"

#include <array>
#include <bit>

namespace ql::importers {

namespace {

using Numbers = std::array<std::int64_t, 3>;

void pad(const ResultWriter::Sink& sink, std::uint64_t position)
{
    static constexpr std::array<std::byte, kResultAlignment> kZeros{};
    sink(std::span(kZeros).first(alignedResult(position) - position));
}

TensorForm formOf(const graph::TensorData& data)
{
    if (data.type() == graph::DataType::String)
        return TensorForm::Texts;
    const bool isNothing = data.type() == graph::DataType::Undefined && data.shape().empty() && data.size() == 0;
    return isNothing ? TensorForm::Nothing : TensorForm::Bytes;
}

} // namespace

void ResultWriter::raw(std::int64_t value)
{
    const auto bytes = std::bit_cast<std::array<char, sizeof value>>(value);
    m_written.append(bytes.data(), bytes.size());
}

void ResultWriter::real(double value)
{
    raw(std::bit_cast<std::int64_t>(value));
}

void ResultWriter::text(std::string_view value)
{
    number(value.size());
    m_written += value;
}

void ResultWriter::tensor(const graph::TensorData& data)
{
    const auto form = formOf(data);
    number(int(form));
    if (form == TensorForm::Nothing)
        return;
    number(int(data.type()));
    list(data.shape(), [this](std::int64_t size) { number(size); });
    if (form == TensorForm::Texts)
        list(data.strings(), [this](const std::string& each) { text(each); });
    else
        number(placeOf(data));
}

std::uint64_t ResultWriter::placeOf(const graph::TensorData& data)
{
    const auto bytes = data.bytes();
    if (bytes.empty())
        return 0;
    const auto [found, isNew] = m_places.try_emplace({bytes.data(), bytes.size()}, m_tensorBytes);
    if (isNew) {
        m_tensors.push_back(data);
        m_tensorBytes = alignedResult(m_tensorBytes + bytes.size());
    }
    return found->second;
}

void ResultWriter::writeTo(const Sink& sink) const
{
    const Numbers head{kResultMark, std::int64_t(m_written.size()), std::int64_t(m_tensorBytes)};
    sink(std::as_bytes(std::span(head)));
    sink(std::as_bytes(std::span(m_written)));
    pad(sink, sizeof head + m_written.size());
    for (const auto& data : m_tensors) {
        sink(data.bytes());
        pad(sink, data.bytes().size());
    }
}

} // namespace ql::importers
