// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/text/label.h"

#include <QUndoCommand>

#include <functional>
#include <string>
#include <string_view>

namespace ql::widgets {

/// The one place in which two texts differ, in bytes.
struct TextPatch {
    std::size_t offset = 0;
    std::string removed;
    std::string inserted;
};

/// The smallest patch in one piece that makes @p after of @p before. It never divides a UTF-8 character.
TextPatch patchBetween(std::string_view before, std::string_view after);

/// One step of undo of a text: a patch. What is typed in one go becomes one step.
class TextChange final : public QUndoCommand {
public:
    using Apply = std::function<void(std::size_t offset, std::size_t count, const std::string& inserted)>;

    TextChange(TextPatch patch, bool isTyped, Apply apply, Label title);

    void undo() override { m_apply(m_patch.offset, m_patch.inserted.size(), m_patch.removed); }
    void redo() override { m_apply(m_patch.offset, m_patch.removed.size(), m_patch.inserted); }
    int id() const override { return m_isTyped ? 1 : -1; }
    const Label& title() const { return m_title; }
    bool mergeWith(const QUndoCommand* next) override;

private:
    TextPatch m_patch;
    bool m_isTyped;
    Apply m_apply;
    Label m_title;
};

} // namespace ql::widgets
