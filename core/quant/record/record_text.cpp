// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/quant/record/record.h"
#include "core/quant/record/record_strings.h"
#include "core/quant/record/recorded_codes.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <set>

namespace ql::quant {

namespace {

/// One field of a text-proto message: a scalar's text, or a message's fields.
struct Field {
    std::string name;
    std::size_t line = 0;
    std::string text;
    bool isMessage = false;
    std::vector<Field> fields;
};

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    std::vector<Field> parse() { return parseFields(true); }

private:
    static constexpr int kDeepest = 50;

    [[noreturn]] void fail(const Message& expected) const
    {
        const auto found = m_at < m_text.size() ? fmt::format("\"{}\"", m_text[m_at]) : std::string("the end");
        throw Error(ErrorCode::FileCorrupt, Message("line {}: expected {}, found {}", m_line, expected, found),
                    "a quantization-factor record is a text-proto ScaleOffsetRecord");
    }

    void skipBlanks()
    {
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '#')
                while (m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n')
                    ++m_at;
            else if (c == '\n')
                ++m_line;
            else if (!std::isspace(static_cast<unsigned char>(c)) && c != ',' && c != ';')
                return;
        }
    }

    bool takes(char c)
    {
        skipBlanks();
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    std::string word(const Message& expected)
    {
        skipBlanks();
        const auto begin = m_at;
        while (m_at < m_text.size()
               && (std::isalnum(static_cast<unsigned char>(m_text[m_at]))
                   || std::string_view("_.+-").find(m_text[m_at]) != std::string_view::npos))
            ++m_at;
        if (m_at == begin)
            fail(expected);
        return std::string(m_text.substr(begin, m_at - begin));
    }

    std::string quoted(char quote)
    {
        const auto begin = m_at;
        for (; m_at < m_text.size() && m_text[m_at] != quote && m_text[m_at] != '\n'; ++m_at)
            m_at += m_text[m_at] == '\\' ? 1 : 0;
        if (m_at >= m_text.size() || m_text[m_at] == '\n')
            fail("the closing quote");
        auto text = unquotedText(m_text.substr(begin, m_at - begin));
        if (!text)
            fail("an escape such as \\n or \\x41");
        ++m_at;
        return *std::move(text);
    }

    std::string scalar()
    {
        skipBlanks();
        if (takes('"'))
            return quoted('"');
        return takes('\'') ? quoted('\'') : word("a value");
    }

    std::vector<Field> parseFields(bool isTop)
    {
        if (++m_depth > kDeepest)
            fail("fewer messages within messages");
        std::vector<Field> fields;
        for (skipBlanks(); isTop ? m_at < m_text.size() : !takes('}'); skipBlanks()) {
            Field field{.name = word("a field's name"), .line = m_line};
            const bool hasColon = takes(':');
            if (takes('{')) {
                field.isMessage = true;
                field.fields = parseFields(false);
            } else if (!hasColon) {
                fail("\":\" or \"{\"");
            } else if (takes('[')) {
                while (!takes(']')) {
                    field.text = scalar();
                    fields.push_back(field);
                }
                continue;
            } else {
                field.text = scalar();
            }
            fields.push_back(std::move(field));
        }
        --m_depth;
        return fields;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
    int m_depth = 0;
};

[[noreturn]] void failAt(const Field& field, const Message& expected)
{
    throw Error(ErrorCode::FileCorrupt,
                Message("line {}: {} is \"{}\", expected {}", field.line, field.name, field.text, expected));
}

double numberOf(const Field& field)
{
    double value = 0.0;
    const auto* end = field.text.data() + field.text.size();
    const auto [rest, error] = std::from_chars(field.text.data(), end, value);
    const bool hasSuffix = rest + 1 == end && (*rest == 'f' || *rest == 'F'); // 1.5f is a number in text-proto
    if (error != std::errc{} || (rest != end && !hasSuffix) || !std::isfinite(value))
        failAt(field, "a number");
    return value;
}

std::int64_t integerOf(const Field& field)
{
    std::int64_t value = 0;
    const auto* end = field.text.data() + field.text.size();
    const auto [rest, error] = std::from_chars(field.text.data(), end, value);
    constexpr std::int64_t kLimit = std::numeric_limits<std::int32_t>::max();
    if (error != std::errc{} || rest != end || value < -kLimit || value > kLimit)
        failAt(field, "an integer");
    return value;
}

float scaleOf(const Field& field)
{
    const auto scale = float(numberOf(field));
    if (!(scale >= std::numeric_limits<float>::min()) || !(scale <= std::numeric_limits<float>::max()))
        failAt(field, "a number above 0 that float32 has (1.2e-38 to 3.4e+38)");
    return scale;
}

int bitsOf(const Field& field)
{
    const auto bits = int(integerOf(field));
    if (bits != 4 && (bits < 8 || bits > 16))
        failAt(field, "4 or 8 to 16");
    return bits;
}

int bitsOfType(const Field& field)
{
    if (field.text == "INT4" || field.text == "INT8" || field.text == "INT16")
        return std::stoi(field.text.substr(3));
    failAt(field, "INT4, INT8 or INT16");
}

bool boolOf(const Field& field)
{
    if (field.text != "true" && field.text != "false")
        failAt(field, "true or false");
    return field.text == "true";
}

/// Protobuf keeps the last of two silently; nobody writes that on purpose.
void refuseTwice(const std::vector<Field>& fields, const std::set<std::string_view>& single)
{
    std::set<std::string_view> seen;
    for (const auto& field : fields)
        if (single.contains(field.name) && !seen.insert(field.name).second)
            throw Error(ErrorCode::FileCorrupt,
                        Message("line {}: {} stands twice in one message", field.line, field.name));
}

void requireField(const std::vector<Field>& fields, std::string_view name, std::size_t line)
{
    if (std::ranges::find(fields, name, &Field::name) == fields.end())
        throw Error(ErrorCode::FileCorrupt, Message("line {}: record_d without {}", line, name),
                    "complete it: scale_d, offset_d and index are required fields");
}

RecordedActivation activationOf(const std::vector<Field>& fields)
{
    refuseTwice(fields, {"scale_d", "offset_d", "index", "num_bits_d"});
    RecordedActivation activation;
    for (const auto& field : fields) {
        if (field.name == "scale_d")
            activation.scale = scaleOf(field);
        else if (field.name == "offset_d")
            activation.offset = integerOf(field);
        else if (field.name == "index")
            activation.index = int(integerOf(field));
        else if (field.name == "num_bits_d")
            activation.bits = bitsOf(field);
    }
    return activation;
}

/// Zero points of signed integers are among these, whatever calibrated.
void requireAmong(const Field& field, std::int64_t offset, int bits)
{
    const auto half = std::int64_t(1) << (bits - 1);
    if (offset < -half || offset >= half)
        failAt(field, Message("an integer of {} bits, {} to {}", bits, -half, half - 1));
}

/// What one field alone can't tell: offsets against the width that the layer turned out to have, and counts.
void requireConsistent(const std::vector<Field>& fields, const LayerRecord& record, bool hasFlat)
{
    auto activation = record.activations.begin() + (hasFlat ? 1 : 0); // the flat one comes first
    std::set<int> indices;
    for (const auto& field : fields) {
        if (field.name == "offset_d" && hasFlat)
            requireAmong(field, record.activations.front().offset, record.activations.front().bits);
        if (field.name == "offset_w")
            requireAmong(field, integerOf(field), record.weightBits);
        if (field.name != "record_d")
            continue;
        for (const auto& inner : field.fields)
            if (inner.name == "offset_d")
                requireAmong(inner, activation->offset, activation->bits);
        if (!indices.insert(activation->index).second)
            throw Error(ErrorCode::FileCorrupt,
                        Message("line {}: a second record_d of index {} in one layer", field.line, activation->index));
        ++activation;
    }
    const auto count = record.weightOffsets.size();
    if (count != record.weightScales.size() && std::ranges::any_of(record.weightOffsets, [](auto n) { return n != 0; }))
        throw Error(ErrorCode::FileCorrupt, Message("line {}: offset_w stands {} times and scale_w {} times",
                                                    fields.front().line, count, record.weightScales.size()));
}

void readLayer(const std::vector<Field>& fields, LayerRecord& record)
{
    refuseTwice(fields, {"scale_d", "offset_d", "num_bits_w", "skip_fusion", "weight_clip_max", "dst_type", "act_type",
                         "wts_type"});
    const bool hasFlat = std::ranges::find(fields, "scale_d", &Field::name) != fields.end();
    if (hasFlat)
        record.activations.push_back(activationOf(fields));
    for (const auto& field : fields) {
        if (field.name == "record_d") {
            for (const auto name : {"scale_d", "offset_d", "index"})
                requireField(field.fields, name, field.line);
            record.activations.push_back(activationOf(field.fields));
        } else if (field.name == "offset_d" && !hasFlat) {
            throw Error(ErrorCode::FileCorrupt, Message("line {}: offset_d without scale_d", field.line),
                        "complete it");
        } else if (field.name == "scale_w")
            record.weightScales.push_back(scaleOf(field));
        else if (field.name == "offset_w")
            record.weightOffsets.push_back(integerOf(field));
        else if (field.name == "num_bits_w")
            record.weightBits = bitsOf(field);
        else if (field.name == "wts_type")
            record.weightBits = bitsOfType(field);
        else if (field.name == "skip_fusion")
            record.skipsFusion = boolOf(field);
        else if (field.name == "params")
            record.params.push_back(integerOf(field));
        else if (field.name == "centroids")
            record.centroids.push_back(float(numberOf(field)));
        else if (field.name == "shift_bit")
            record.shiftBits.push_back(integerOf(field));
        else if (field.name == "weight_clip_max")
            record.weightClipMax = float(numberOf(field));
        else if (hasFlat && (field.name == "act_type" || field.name == "dst_type"))
            record.activations.front().bits = bitsOfType(field);
    }
    requireConsistent(fields, record, hasFlat);
}

} // namespace

std::vector<LayerRecord> parseRecord(std::string_view text)
{
    std::vector<LayerRecord> records;
    std::map<std::string, std::size_t> lines;
    for (const auto& entry : Parser(text).parse()) {
        if (entry.name != "record" || !entry.isMessage)
            continue;
        refuseTwice(entry.fields, {"key", "value"});
        auto& record = records.emplace_back();
        for (const auto& field : entry.fields) {
            if (field.name == "key")
                record.key = field.text;
            else if (field.name == "value")
                readLayer(field.fields, record);
        }
        if (record.key.empty())
            throw Error(ErrorCode::FileCorrupt, Message("line {}: the record has no key", entry.line));
        if (const auto known = lines.try_emplace(record.key, entry.line); !known.second)
            throw Error(
                ErrorCode::FileCorrupt,
                Message("line {}: {} has a record already, in line {}", entry.line, record.key, known.first->second),
                "remove one of the two");
        if (!record.params.empty() && record.weightScales.empty())
            throw Error(ErrorCode::FileCorrupt,
                        Message("line {}: the record of {} has params without scale_w", entry.line, record.key));
        if (!hasWholeLists(record))
            throw Error(ErrorCode::FileCorrupt,
                        Message("line {}: the record of {} has {} params and {} times scale_w", entry.line, record.key,
                                record.params.size(), record.weightScales.size()),
                        "params stand once for the whole weight, or as many times for each scale_w");
    }
    if (records.empty())
        throw Error(ErrorCode::FileCorrupt, "the file holds no record",
                    "a quantization-factor record is a text-proto ScaleOffsetRecord");
    return records;
}

std::string recordText(const std::vector<LayerRecord>& records)
{
    std::string text;
    const auto line = [&](std::string_view indent, std::string_view name, const auto& value) {
        text += fmt::format("{}{}: {}\n", indent, name, value);
    };
    for (const auto& record : records) {
        text += "record {\n";
        line("  ", "key", quotedText(record.key));
        text += "  value {\n";
        for (const auto& activation : record.activations) {
            text += "    record_d {\n";
            line("      ", "scale_d", activation.scale);
            line("      ", "offset_d", activation.offset);
            line("      ", "index", activation.index);
            line("      ", "num_bits_d", activation.bits);
            text += "    }\n";
        }
        for (const float scale : record.weightScales)
            line("    ", "scale_w", scale);
        for (const auto offset : record.weightOffsets)
            line("    ", "offset_w", offset);
        for (const auto shift : record.shiftBits)
            line("    ", "shift_bit", shift);
        if (!record.weightScales.empty())
            line("    ", "num_bits_w", record.weightBits);
        if (record.skipsFusion)
            line("    ", "skip_fusion", true);
        for (const auto param : record.params)
            line("    ", "params", param);
        for (std::size_t i = 0; i < record.params.size(); ++i)
            line("    ", "centroids",
                 record.centroids.size() == record.params.size() ? record.centroids[i]
                                                                 : float(record.params[i]) * scaleOfCode(record, i));
        if (record.weightClipMax)
            line("    ", "weight_clip_max", *record.weightClipMax);
        text += "  }\n}\n";
    }
    return text;
}

} // namespace ql::quant
