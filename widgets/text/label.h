// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>

#include <functional>
#include <type_traits>
#include <utility>

namespace ql::widgets {

/// A text that is kept while it is shown and can be said anew when the user changes the language: the title of a job,
/// a message. Made of a function that captures by value, `[name] { return tr("Reading %1").arg(name); }`, or of a plain
/// text, which stays as it is.
class Label {
public:
    Label() = default;
    Label(const QString& text)
        : m_make([text] { return text; })
    {
    }
    template <typename Make>
    requires std::is_invocable_r_v<QString, const Make&> Label(Make make)
        : m_make(std::move(make))
    {
    }

    /// In the language of now.
    QString text() const { return m_make ? m_make() : QString(); }
    operator QString() const { return text(); }

private:
    std::function<QString()> m_make;
};

} // namespace ql::widgets

Q_DECLARE_METATYPE(ql::widgets::Label)
