// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text/language.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

namespace ql::widgets {

namespace {

constexpr const char* kOwnName = "ql_own_translator";
constexpr const char* kQtName = "ql_qt_translator";

/// The menu of the text editor: QScintilla brings no Chinese.
[[maybe_unused]] constexpr const char* kEditorMenu[]{
    QT_TRANSLATE_NOOP("QsciScintilla", "&Undo"),      QT_TRANSLATE_NOOP("QsciScintilla", "&Redo"),
    QT_TRANSLATE_NOOP("QsciScintilla", "Cu&t"),       QT_TRANSLATE_NOOP("QsciScintilla", "&Copy"),
    QT_TRANSLATE_NOOP("QsciScintilla", "&Paste"),     QT_TRANSLATE_NOOP("QsciScintilla", "Delete"),
    QT_TRANSLATE_NOOP("QsciScintilla", "Select All"),
};

void removeTranslator(const char* name)
{
    auto* old = qApp->findChild<QTranslator*>(QLatin1String(name), Qt::FindDirectChildrenOnly);
    if (!old)
        return;
    QCoreApplication::removeTranslator(old);
    delete old;
}

void install(const char* name, const QLocale& locale, const QString& file, const QString& folder)
{
    removeTranslator(name);
    auto translator = std::make_unique<QTranslator>();
    translator->setObjectName(QLatin1String(name));
    // English too is loaded: its file holds the plurals.
    if (!translator->load(locale, file, QStringLiteral("_"), folder)
        && !translator->load(QLocale(QLocale::English), file, QStringLiteral("_"), folder))
        return;
    translator->setParent(qApp);
    QCoreApplication::installTranslator(translator.release());
}

/// Watches its parent.
class ChangeFollower final : public QObject {
public:
    ChangeFollower(QWidget* widget, std::function<void()> show, bool isOfColors)
        : QObject(widget)
        , m_show(std::move(show))
        , m_isOfColors(isOfColors)
    {
        m_show();
        widget->installEventFilter(this);
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange || (m_isOfColors && event->type() == QEvent::PaletteChange))
            m_show();
        return false;
    }

private:
    std::function<void()> m_show;
    bool m_isOfColors;
};

} // namespace

QStringList availableLanguages()
{
    return {QStringLiteral("en"), QStringLiteral("zh_CN")};
}

void applyLanguage(const QString& code)
{
    const QLocale locale = code.isEmpty() ? QLocale::system() : QLocale(code);
    install(kQtName, locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(kOwnName, locale, QStringLiteral("quantloupe"), QStringLiteral(":/i18n"));
}

QString currentLanguage()
{
    const auto* own = qApp->findChild<QTranslator*>(QLatin1String(kOwnName), Qt::FindDirectChildrenOnly);
    return own && own->language().startsWith(QLatin1String("zh")) ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void followLanguage(QWidget* widget, std::function<void()> say)
{
    new ChangeFollower(widget, std::move(say), false);
}

void followLanguageAndColors(QWidget* widget, std::function<void()> show)
{
    new ChangeFollower(widget, std::move(show), true);
}

void setWords(QAction& action, const QString& text, const QString& hint, const QString& iconText)
{
    setWords(action, text, hint);
    action.setIconText(iconText);
}

void setHint(QWidget& field, const QString& hint)
{
    field.setToolTip(hint);
    field.setAccessibleName(hint);
}

} // namespace ql::widgets
