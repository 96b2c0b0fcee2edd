// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/judge_line.h"

#include "core/base/error.h"
#include "core/base/external_program.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/core_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>

namespace ql::widgets {

namespace {

constexpr int kLongestJudgement = 86'400; ///< seconds
constexpr int kLeastLetters = 6;

/// Empty for a command that can be started as it is, or for none.
QString problemOf(const QString& command)
{
    if (command.isEmpty())
        return {};
    try {
        wordsOfCommand(command.toStdString());
        return {};
    } catch (const Error& error) {
        return coreSentence(error.message());
    }
}

} // namespace

JudgeLine::JudgeLine(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_title(new PlainLabel(this))
    , m_remove(new QToolButton(this))
    , m_command(new QLineEdit(this))
    , m_better(new QComboBox(this))
    , m_seconds(new QSpinBox(this))
    , m_hint(new PlainLabel(this))
    , m_problem(new PlainLabel(this))
{
    arrange();
    ModelSession& session = workbench.session();
    connect(m_remove, &QToolButton::clicked, &session, [this, &session] {
        m_command->clear(); // what was never taken goes, too
        m_problem->clear();
        session.setJudge({});
        refresh();
    });
    // Of the session, too, which is gone before a window that closes takes the focus away.
    connect(m_command, &QLineEdit::editingFinished, &session, [this] { takeCommand(); });
    connect(m_better, &QComboBox::activated, &session, [&session](int row) {
        auto judge = session.judge();
        judge.isLowerBetter = row == 1;
        session.setJudge(judge);
    });
    connect(m_seconds, &QSpinBox::valueChanged, &session, [&session](int seconds) {
        auto judge = session.judge();
        judge.mostSeconds = seconds;
        session.setJudge(judge);
    });
    connect(&session, &ModelSession::changed, this, &JudgeLine::refresh);
    followLanguageAndColors(this, [this] { retranslate(); });
}

void JudgeLine::arrange()
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_remove->setAutoRaise(true);
    m_better->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // the dock is narrow
    m_better->setMinimumContentsLength(kLeastLetters);
    m_seconds->setRange(1, kLongestJudgement);
    m_seconds->setKeyboardTracking(false);
    for (QLabel* label : {m_hint, m_problem})
        label->setWordWrap(true);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(8, 6, 6, 4);
    layout->setVerticalSpacing(2);
    layout->setColumnStretch(0, 1);
    layout->addWidget(m_title, 0, 0);
    layout->addWidget(m_remove, 0, 1);
    layout->addWidget(m_command, 1, 0, 1, 2);
    layout->addWidget(m_better, 2, 0);
    layout->addWidget(m_seconds, 2, 1);
    layout->addWidget(m_problem, 3, 0, 1, 2);
    layout->addWidget(m_hint, 4, 0, 1, 2);
}

QString JudgeLine::problemText() const
{
    return m_problem->text();
}

/// What can't be split into words stays in the line alone.
void JudgeLine::takeCommand()
{
    const QString command = m_command->text().trimmed();
    m_command->setModified(false);
    m_problem->setText(problemOf(command));
    auto judge = m_workbench.session().judge();
    judge.command = command.toStdString();
    if (m_problem->text().isEmpty())
        m_workbench.session().setJudge(command.isEmpty() ? results::JudgeOptions() : judge);
    refresh();
}

void JudgeLine::retranslate()
{
    m_title->setText(tr("Judge"));
    setWords(*m_remove, tr("Remove"), tr("Do without a judge again"));
    m_remove->setAccessibleName(m_remove->toolTip());
    m_command->setPlaceholderText(tr("e.g. %1").arg(QStringLiteral("python3 judge.py")));
    setHint(*m_command, tr("Judge command: a program and its arguments. The path of a folder with the outputs is put "
                           "behind them; the program prints one number."));
    m_better->clear();
    m_better->addItems({tr("Higher is better"), tr("Lower is better")});
    setHint(*m_better, tr("Which numbers of the judge are better: higher, as mAP, or lower, as a word error rate"));
    setHint(*m_seconds, tr("That the program may take for one judgement"));
    m_seconds->setSuffix(tr(" s"));
    m_hint->setText(tr("Your program that says how good the outputs are: reads a folder, prints a number"));
    m_hint->setPalette(mutedPalette(palette()));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, alarmColor(colors.color(QPalette::Window)));
    m_problem->setPalette(colors);
    refresh();
}

/// What is being typed, or can't be taken, stays until the session has another judge.
void JudgeLine::refresh()
{
    const ModelSession& session = m_workbench.session();
    const auto& judge = session.judge();
    const QString command = QString::fromStdString(judge.command);
    const bool isOther = command != m_shown;
    if (isOther)
        m_problem->clear();
    if (isOther || (m_problem->text().isEmpty() && !m_command->isModified()))
        m_command->setText(command);
    m_shown = command;
    m_better->setCurrentIndex(judge.isLowerBetter ? 1 : 0);
    const QSignalBlocker blocker(m_seconds);
    m_seconds->setValue(int(judge.mostSeconds));
    for (QWidget* choice : {static_cast<QWidget*>(m_better), static_cast<QWidget*>(m_seconds)})
        choice->setVisible(session.hasJudge());
    m_remove->setVisible(session.hasJudge() || !m_problem->text().isEmpty());
    m_hint->setVisible(!session.hasJudge());
    m_problem->setVisible(!m_problem->text().isEmpty());
}

} // namespace ql::widgets
