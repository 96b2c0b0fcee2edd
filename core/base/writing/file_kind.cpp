// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/writing/file_kind.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/journal.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace ql {

namespace {

/// The schema of our own documents stands behind what was compared, which may be long.
constexpr std::size_t kEnough = 16384;
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view withoutBlanks(std::string_view text)
{
    if (text.starts_with(kByteOrderMark))
        text.remove_prefix(kByteOrderMark.size());
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text;
}

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

/// Controls beside those that texts and terminals know.
bool isText(std::string_view begin)
{
    return std::ranges::none_of(begin, [](unsigned char c) {
        const bool isKnown = (c >= '\a' && c <= '\r') || c == '\x1b';
        return c < ' ' && !isKnown;
    });
}

FileKind kindOfMarkup(std::string_view begin)
{
    const auto text = lowerCase(begin);
    if (text.starts_with("<!doctype html") || text.find("<html") != text.npos)
        return FileKind::Html;
    if (text.find("<svg") != text.npos)
        return FileKind::Svg;
    return text.find("<testsuite") != text.npos ? FileKind::Junit : FileKind::Xml;
}

FileKind kindOfJson(std::string_view begin)
{
    if (begin.find("\"quantloupe.") != begin.npos)
        return FileKind::Answer;
    return begin.find("sarif") != begin.npos ? FileKind::Sarif : FileKind::Json;
}

/// A list of JSON, not a section of an INI file.
bool isList(std::string_view begin)
{
    constexpr std::string_view kOfItems = "{[\"]-0123456789";
    return begin.starts_with('[') && kOfItems.find(withoutBlanks(begin.substr(1)).substr(0, 1)) != kOfItems.npos;
}

FileKind kindOfText(std::string_view begin)
{
    const auto text = withoutBlanks(begin);
    if (text.empty())
        return FileKind::Text;
    if (text.starts_with("<"))
        return kindOfMarkup(text);
    return text.starts_with("{") || isList(text) ? kindOfJson(text) : FileKind::Text;
}

struct Signature {
    std::size_t offset;
    std::string_view bytes;
    FileKind kind;
};
constexpr Signature kSignatures[]{{0, "\x93NUMPY", FileKind::NumPy},
                                  {0, "PK\x03\x04", FileKind::Zip},
                                  {0, "PK\x05\x06", FileKind::Zip},
                                  {4, "TFL3", FileKind::TensorFlowLite},
                                  {0, "\x89PNG\r\n\x1a\n", FileKind::Picture},
                                  {0, "\xff\xd8\xff", FileKind::Picture}};

} // namespace

Message nameOf(FileKind kind)
{
    switch (kind) {
    case FileKind::Empty: return Message("an empty file");
    case FileKind::Text: return Message("a text");
    case FileKind::Json: return Message("a JSON document of another program");
    case FileKind::Answer: return Message("a JSON document of this program");
    case FileKind::Sarif: return Message("a SARIF document");
    case FileKind::Xml: return Message("an XML document");
    case FileKind::Junit: return Message("a JUnit document");
    case FileKind::Html: return Message("an HTML page");
    case FileKind::Svg: return Message("an SVG picture");
    case FileKind::Picture: return Message("a picture");
    case FileKind::NumPy: return Message("a NumPy array");
    case FileKind::Zip: return Message("an archive (.npz, .pt, .pt2, .zip)");
    case FileKind::Journal: return Message("a cancelled job's state");
    case FileKind::TensorFlowLite: return Message("a TensorFlow Lite model");
    case FileKind::Binary: return Message("binary data");
    }
    return {};
}

FileKind fileKindOf(std::string_view begin)
{
    if (begin.empty())
        return FileKind::Empty;
    for (const auto& [offset, bytes, kind] : kSignatures)
        if (begin.size() >= offset && begin.substr(offset).starts_with(bytes))
            return kind;
    if (Journal::isOne(begin))
        return FileKind::Journal;
    return isText(begin) ? kindOfText(begin) : FileKind::Binary;
}

FileKind fileKindAt(const std::filesystem::path& file)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
        return FileKind::Empty;
    std::string begin(kEnough, '\0');
    try {
        auto stream = openFile(file);
        stream.read(begin.data(), std::streamsize(begin.size()));
        return fileKindOf(std::string_view(begin).substr(0, std::size_t(stream.gcount())));
    } catch (const Error&) {
        return FileKind::Binary; // nobody could say that it is of the kind that replaces it
    }
}

} // namespace ql
