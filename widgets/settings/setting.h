// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QVariant>

namespace ql::widgets {

/// One remembered choice of the user: its key and default are declared once, in settings.h.
template <typename T>
class StoredSetting {
public:
    constexpr StoredSetting(const char* key, T fallback)
        : m_key(key)
        , m_fallback(std::move(fallback))
    {
    }

    T value() const
    {
        return QSettings().value(QLatin1String(m_key), QVariant::fromValue(m_fallback)).template value<T>();
    }
    void set(const T& value) const { QSettings().setValue(QLatin1String(m_key), QVariant::fromValue(value)); }
    void reset() const { QSettings().remove(QLatin1String(m_key)); }

private:
    const char* m_key;
    T m_fallback;
};

} // namespace ql::widgets
