// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QWidget>

class QActionGroup;
class QLabel;
class QToolButton;

namespace ql::widgets {

class Workbench;
struct SimulatedFormats;

/// The number formats that a simulation has in place of the config's widths: of activations, of weights, and of layers
/// that are left in float. In sight where a config is open.
class FormatChoice final : public QWidget {
    Q_OBJECT

public:
    explicit FormatChoice(Workbench& workbench, QWidget* parent = nullptr);

    /// What is chosen, in words; empty where nothing is.
    QString chosenText() const;
    QMenu& menu() { return m_menu; }

private:
    using Field = std::string SimulatedFormats::*;

    void addKind(Field field, const char* title, const char* usual, bool (*isOffered)(const std::string&));
    void retranslate();
    void refresh();

    struct Kind {
        Field field;
        const char* title;
        const char* usual; ///< what holds where nothing is chosen
        QMenu* menu;
        QActionGroup* group;
    };
    Workbench& m_workbench;
    QMenu m_menu;
    QList<Kind> m_kinds;
    QToolButton* m_button;
    QLabel* m_chosen;
};

} // namespace ql::widgets
