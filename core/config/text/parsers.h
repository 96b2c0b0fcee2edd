// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/config/text/document.h"

namespace ql::config::text {

/// Each fills root and remarks from bytes. @throws Error as parseDocument()
void parseJson(Document& document);
void parseYaml(Document& document);
void parseProto(Document& document);
void parseLines(Document& document);
void parseRows(Document& document);

/// Whether a file of lines begins as TensorRT's calibration caches do, "TRT-8601-EntropyCalibration2": then each
/// further line is "name: value", where a name may hold blanks and colons, and no line is a comment.
bool hasCacheHead(std::string_view bytes);

/// The first byte behind a UTF-8 byte order mark.
std::size_t contentBegin(std::string_view bytes);

/// What the parsers of JSON and text-proto go through a text with.
class Scanner {
protected:
    explicit Scanner(Document& document)
        : m_document(document)
        , m_bytes(document.bytes)
        , m_offset(contentBegin(document.bytes))
    {
    }

    /// '\0' at the end.
    char here() const { return m_offset < m_bytes.size() ? m_bytes[m_offset] : '\0'; }
    /// "expected …, found …"
    [[noreturn]] void refuse(const Message& expected) const;
    void refuseTooDeep(int depth) const;

    Document& m_document;
    std::string_view m_bytes;
    std::size_t m_offset;
};

/// Appends @p code in UTF-8; a lone surrogate becomes U+FFFD.
void appendUtf8(std::string& text, std::uint32_t code);

/// An error at @p offset: "file:line:column: message".
Error syntaxError(const Document& document, std::size_t offset, const Message& message, Message hint = {});
/// An error that says where it is and knows it, too.
Error errorAt(const Document& document, std::size_t offset, ErrorCode code, const Message& message, Message hint = {});

/// What stands at @p offset, for "found …".
Message foundAt(const Document& document, std::size_t offset);

} // namespace ql::config::text
