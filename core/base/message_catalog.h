// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql {

/// Core's English sentences in another language. A form is a sentence with places, "its values reach %1: one step of %2
/// is %3.", beside its translation; what stands in a place may have a form of its own, or be a list of such.
class MessageCatalog {
public:
    /// Writes what stands in a place and has no form: a name, or a number in the reader's way.
    using PartWriter = std::function<std::string(std::string_view part)>;

    /// @p messages the `<message>` elements of a Qt Linguist file (.ts); unfinished ones are left out.
    explicit MessageCatalog(std::string_view messages);

    /// Nothing if @p text has none of the forms. A place may stand in front: "file.yaml:3:1: a second time".
    std::optional<std::string> translated(std::string_view text, const PartWriter& write = {}) const;
    /// @p text in its own words, with its parts as @p write has them.
    std::optional<std::string> rewritten(std::string_view text, const PartWriter& write) const;

    /// Source and translation of each form, the one with the most letters first.
    std::vector<std::pair<std::string, std::string>> pairs() const;

private:
    enum class Wording { Source, Translation };
    struct Form {
        std::vector<std::string> literals; ///< around the places: one more than there are
        std::vector<std::size_t> places;   ///< their numbers, from 1
        std::size_t letters = 0;
        std::string source;
        std::string translation;
    };
    struct Target {
        Wording wording;
        const PartWriter& write;
        int depth = 0; ///< how many sentences this one stands in

        Target inner() const { return {wording, write, depth + 1}; }
    };

    static Form formOf(std::string source, std::string translation);
    std::optional<std::string> whole(std::string_view text, const Target& target) const;
    std::optional<std::string> said(std::string_view text, const Target& target, std::size_t fewestLetters) const;
    std::string filled(const Form& form, const std::vector<std::string_view>& parts, const Target& target) const;
    std::string part(std::string_view text, const Target& target) const;
    std::optional<std::string> list(std::string_view text, std::string_view separator, const Target& target) const;

    std::vector<Form> m_forms; ///< most letters first: a shorter form may be the beginning of a longer one
};

} // namespace ql
