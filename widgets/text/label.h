// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <QMetaType>
#include <QString>

#include <functional>
#include <type_traits>
#include <utility>

namespace ql::widgets {

/// A text that is kept while it is shown and can be said anew when the user changes the language: the title of a job,
/// a message. Made of a function that captures by value, `[name] { return tr("Reading %1").arg(name); }`, of what core
/// says, or of a plain text, which stays as it is.
class Label {
public:
    Label() = default;
    Label(const QString& text)
        : m_make([text] { return text; })
    {
    }
    Label(const Message& message);
    template <typename Make>
    requires std::is_invocable_r_v<QString, const Make&> Label(Make make)
        : m_make(std::move(make))
    {
    }

    /// In the language of now.
    QString text() const { return m_make ? m_make() : QString(); }
    operator QString() const { return text(); }
    /// To be kept in a file: what core says, else the text of now.
    Message message() const { return m_message.empty() ? Message::text(text().toStdString()) : m_message; }

private:
    std::function<QString()> m_make;
    Message m_message;
};

} // namespace ql::widgets

Q_DECLARE_METATYPE(ql::widgets::Label)
