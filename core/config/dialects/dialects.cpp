// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"

#include "core/base/error.h"
#include "core/config/text/parsers.h"
#include "core/config/text/view.h"

#include <fmt/format.h>

#include <map>
#include <optional>

namespace ql::config {

#define QL_DIALECT(dialect)                                                                                            \
    namespace dialect {                                                                                                \
    std::vector<Dialect> definitions();                                                                                \
    }
#include "core/config/dialects/dialects.inc"
#undef QL_DIALECT

namespace {

using text::Document;
using text::Syntax;

std::vector<Dialect> makeList()
{
    std::vector<Dialect> list;
#define QL_DIALECT(dialect)                                                                                            \
    for (auto& definition : dialect::definitions())                                                                    \
        list.push_back(std::move(definition));
#include "core/config/dialects/dialects.inc"
#undef QL_DIALECT
    return list;
}

std::string knownIds()
{
    std::string ids;
    for (const auto& dialect : dialects())
        ids += fmt::format("{}{}", ids.empty() ? "" : ", ", dialect.id);
    return ids;
}

/// The first character that is neither blank nor a comment.
char firstCharacter(const std::string& bytes)
{
    auto offset = text::contentBegin(bytes);
    for (;;) {
        offset = bytes.find_first_not_of(" \t\r\n", offset);
        if (offset == std::string::npos)
            return '\0';
        if (bytes[offset] != '#')
            return bytes[offset];
        offset = std::min(bytes.find('\n', offset), bytes.size());
    }
}

/// Whether a file can hardly be anything else: its first field is "name {", or its name says so and it has messages.
bool looksLikeProto(const std::string& bytes, const std::string& name)
{
    constexpr const char* kBlank = " \t\r\n";
    const bool isNamedSo = name.ends_with(".cfg") || name.ends_with(".prototxt") || name.ends_with(".pbtxt");
    if (isNamedSo && bytes.find('{') != std::string::npos && bytes.find("custom_quantize_layers") == std::string::npos)
        return true;
    auto offset = text::contentBegin(bytes);
    while ((offset = bytes.find_first_not_of(kBlank, offset)) != std::string::npos && bytes[offset] == '#')
        offset = std::min(bytes.find('\n', offset), bytes.size());
    const auto end = bytes.find_first_of(" \t\r\n:{", std::min(offset, bytes.size()));
    const auto next = bytes.find_first_not_of(kBlank, std::min(end, bytes.size()));
    return next != std::string::npos && next > offset && bytes[next] == '{';
}

/// What a file may be. Something in braces is JSON first, but YAML may be in braces too; one line "name: value" may be
/// text-proto or YAML, so that the file's name decides.
std::vector<Syntax> candidates(const std::string& bytes, const std::string& name)
{
    const char first = firstCharacter(bytes);
    if (first == '{' || first == '[')
        return {Syntax::Json, Syntax::Yaml};
    if (name.ends_with(".yaml") || name.ends_with(".yml"))
        return {Syntax::Yaml};
    if (text::hasCacheHead(bytes))
        return {Syntax::Lines};
    return {Syntax::Proto, Syntax::Yaml, Syntax::Lines, Syntax::Rows};
}

/// NNCF (OpenVINO) keeps what it observed in .safetensors files and lists them in statistics_metadata.json: there is
/// no scale in it.
void refuseStatistics(const Document& document, const std::string& name)
{
    const text::View root(document);
    const auto mapping = root.find("mapping");
    const auto metadata = root.find("metadata");
    if (mapping && mapping->isMap() && metadata && metadata->isMap())
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("{} lists the files of NNCF's statistics, which are no scales yet", name),
                    "let NNCF quantize the model, export it to ONNX, and compare with that");
}

RecognisedFile recogniseAs(const Dialect& dialect, const std::string& bytes, const std::string& name)
{
    if (!dialect.read)
        throw Error(ErrorCode::BadArgument, Message("{} can only be written", dialect.id));
    return {&dialect, text::parseDocument(bytes, dialect.syntax, name)};
}

} // namespace

std::span<const Dialect> dialects()
{
    static const auto list = makeList();
    return list;
}

const Dialect& dialectNamed(std::string_view id)
{
    for (const auto& dialect : dialects())
        if (dialect.id == id)
            return dialect;
    throw Error(ErrorCode::BadArgument, Message("unknown dialect {}: expected {}", id, knownIds()));
}

RecognisedFile recognise(const std::string& bytes, const std::string& name, std::string_view id)
{
    if (!id.empty())
        return recogniseAs(dialectNamed(id), bytes, name);
    std::optional<Error> firstProblem;
    const auto syntaxes = candidates(bytes, name);
    for (const auto syntax : syntaxes) {
        try {
            auto document = text::parseDocument(bytes, syntax, name);
            for (const auto& dialect : dialects())
                if (dialect.recognises && dialect.syntax == syntax && dialect.recognises(document))
                    return {&dialect, std::move(document)};
            if (syntax == Syntax::Json)
                refuseStatistics(document, name);
        } catch (const Error& error) {
            // Text-proto and lines are tried on everything; what they say of a YAML file helps nobody.
            const bool isGuess = syntaxes.size() > 1
                                 && ((syntax == Syntax::Proto && !looksLikeProto(bytes, name))
                                     || syntax == Syntax::Lines || syntax == Syntax::Rows);
            if (!firstProblem && !isGuess)
                firstProblem = error;
        }
    }
    if (firstProblem)
        throw *firstProblem;
    throw Error(ErrorCode::UnsupportedFormat, Message("{} is of no dialect that is known here", name),
                Message("name one with --dialect: {}", knownIds()));
}

} // namespace ql::config
