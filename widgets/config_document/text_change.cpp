// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/text_change.h"

#include <algorithm>

namespace ql::widgets {

namespace {

bool isContinuation(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

} // namespace

TextPatch patchBetween(std::string_view before, std::string_view after)
{
    const auto shorter = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < shorter && before[head] == after[head])
        ++head;
    const auto divides = [](std::string_view text, std::size_t at) {
        return at < text.size() && isContinuation(text[at]);
    };
    while (head > 0 && (divides(before, head) || divides(after, head)))
        --head;
    std::size_t tail = 0;
    while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    while (tail > 0 && isContinuation(before[before.size() - tail]))
        --tail;
    return {head, std::string(before.substr(head, before.size() - tail - head)),
            std::string(after.substr(head, after.size() - tail - head))};
}

TextChange::TextChange(TextPatch patch, bool isTyped, Apply apply, Label title)
    : QUndoCommand(title)
    , m_patch(std::move(patch))
    , m_isTyped(isTyped)
    , m_apply(std::move(apply))
    , m_title(std::move(title))
{
}

bool TextChange::mergeWith(const QUndoCommand* next)
{
    const TextPatch& more = static_cast<const TextChange*>(next)->m_patch;
    const bool isTypedOn = m_patch.removed.empty() && more.removed.empty()
                           && more.offset == m_patch.offset + m_patch.inserted.size()
                           && !m_patch.inserted.ends_with('\n');
    const bool isErasedBack =
        m_patch.inserted.empty() && more.inserted.empty() && more.offset + more.removed.size() == m_patch.offset;
    if (isTypedOn)
        m_patch.inserted += more.inserted;
    else if (isErasedBack)
        m_patch = {more.offset, more.removed + m_patch.removed, {}};
    return isTypedOn || isErasedBack;
}

} // namespace ql::widgets
