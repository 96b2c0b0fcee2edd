// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// Core's English sentences in another language. A form is a sentence with places, "its values reach %1: one step of %2
/// is %3.", beside its translation; what stands in a place may have a form of its own.
class SentenceForms {
public:
    /// @p messages the `<message>` elements of a Qt Linguist file (.ts); unfinished ones are left out.
    explicit SentenceForms(std::string_view messages);

    /// Nothing if @p text has none of the forms.
    std::optional<std::string> translated(std::string_view text) const;

private:
    struct Form {
        std::vector<std::string> literals; ///< around the places: one more than there are
        std::vector<std::size_t> places;   ///< their numbers, from 1
        std::string translation;
    };

    std::string filled(const Form& form, const std::vector<std::string>& parts) const;

    std::vector<Form> m_forms; ///< most letters first: a shorter form may be the beginning of a longer one
};

} // namespace ql::report
