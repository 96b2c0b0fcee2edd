// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/overview/overview_exports.h"
#include "widgets/docks/overview/overview_steps.h"

#include <QAction>
#include <QScrollArea>
#include <QTimer>

#include <functional>

class QGridLayout;
class QLabel;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace ql::widgets {

class BudgetPicture;
class DistributionChart;
class ProofPicture;

/// The page that answers: how good the outputs are, whose error that is, and what to do next, as a button.
class OverviewView : public QScrollArea {
    Q_OBJECT

public:
    explicit OverviewView(Workbench& workbench, QWidget* parent = nullptr);

    OverviewSteps& steps() { return m_steps; }
    OverviewExports& exports() { return m_exports; }
    BudgetPicture& picture() { return *m_picture; }
    ProofPicture& proof() { return *m_proof; }
    QString headline() const;
    /// Buttons of the steps that are offered, the best first.
    QList<QPushButton*> stepButtons() const;
    /// That the config is another network than the one that was opened; empty where that isn't so.
    QString gateText() const;
    /// What is said of every output, one line each.
    QString outputsText() const;
    /// What is said of every trial of this session, the last first.
    QString trialsText() const;

protected:
    void showEvent(QShowEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makePictures();
    QWidget* makeExports();
    void retranslate();
    void refresh();
    QString headlineOf(results::Quality quality) const;
    void showProof();
    void showSteps();
    QString holdKeyboard();
    void leadToStep(const QString& title);
    void addStep(const OfferedStep& offer, const std::function<void()>& act);
    void showBeginnings();
    void showOutputs();
    void showPictures();
    void showTrials();

    Workbench& m_workbench;
    OverviewSteps m_steps;
    OverviewExports m_exports;
    QTimer m_refreshSoon;
    QLabel* m_icon;
    QLabel* m_headline;
    ProofPicture* m_proof;
    QLabel* m_progress;
    QLabel* m_gate;
    QWidget* m_stepBox;
    QGridLayout* m_stepLayout;
    int m_stepRows = 0;
    bool m_isNarrow = false;    ///< the words stand below the buttons
    bool m_waitsForStep = true; ///< the keyboard is for the first step that there will be
    QMenu* m_recent;            ///< filled when the first screen shows
    QLabel* m_outputs;
    QLabel* m_budget;
    QGridLayout* m_pictures = nullptr; ///< budget and spread beside each other
    BudgetPicture* m_picture;
    DistributionChart* m_spread;
    QLabel* m_trials;
    QAction m_report;
    QAction m_model;
};

} // namespace ql::widgets
