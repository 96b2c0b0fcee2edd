// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/jobs/jobs_view.h"

#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr int kPermille = 1000;
constexpr int kBarMargin = 3;
constexpr int kLeastWidth = 130;

/// Draws how far a running job is as a bar.
class ShareDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QVariant share = index.data(JobTableModel::ShareRole);
        if (!share.isValid()) {
            QStyledItemDelegate::paint(painter, option, index);
            return;
        }
        QStyleOptionProgressBar bar;
        bar.rect = option.rect.adjusted(kBarMargin, kBarMargin, -kBarMargin, -kBarMargin);
        bar.palette = option.palette;
        bar.fontMetrics = option.fontMetrics;
        bar.state = QStyle::State_Enabled | QStyle::State_Horizontal;
        bar.maximum = kPermille;
        bar.progress = share.toInt();
        bar.text = index.data().toString();
        bar.textVisible = true;
        bar.textAlignment = Qt::AlignCenter;
        QApplication::style()->drawControl(QStyle::CE_ProgressBar, &bar, painter);
    }
};

} // namespace

JobsView::JobsView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_jobs(workbench.jobs())
    , m_model(workbench.jobs())
{
    m_cancel.setIcon(icon("cancel"));
    m_forget.setIcon(icon("show_all"));
    m_table = new DataTable(m_model, this);
    m_table->setSortingEnabled(false);
    m_table->setColumnWidths({28, 14, 16, 12, 10, 10, 30});
    m_table->setItemDelegateForColumn(JobTableModel::Share, new ShareDelegate(m_table));
    m_table->fillMenu = [this](QMenu& menu, const QModelIndex&) { menu.addActions({&m_cancel, &m_forget}); };
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(6, 0, 6, 0);
    for (QAction* action : {&m_cancel, &m_forget})
        buttons->addWidget(flatButton(action, this));
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(buttons);
    layout->addWidget(m_table, 1);
    setMinimumWidth(kLeastWidth); // of a dock beside others, which must not make the window wider
    connect(&m_cancel, &QAction::triggered, this, &JobsView::cancelSelected);
    connect(&m_forget, &QAction::triggered, &m_jobs, &JobList::forgetEnded);
    connect(m_table, &DataTable::rowChosen, this, &JobsView::updateActions);
    connect(&m_jobs, &JobList::reset, this, &JobsView::updateActions);
    connect(&m_jobs, &JobList::changed, this, &JobsView::updateActions);
    followLanguage(this, [this] { retranslate(); });
}

void JobsView::retranslate()
{
    setWords(m_cancel, tr("Cancel job"), tr("Stop the selected job; what it found so far stays"));
    setWords(m_forget, tr("Clear ended"), tr("Take the jobs that have ended off the list"));
    m_table->setAccessibleName(tr("Jobs"));
    Q_EMIT m_model.headerDataChanged(Qt::Horizontal, 0, JobTableModel::ColumnCount - 1);
    updateActions();
}

/// The selected job, or the newest one that runs.
void JobsView::cancelSelected()
{
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid() && m_model.entry(current.row()).state == JobEntry::State::Running) {
        m_jobs.cancel(m_model.entryOf(current.row()));
        return;
    }
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (m_model.entry(row).state == JobEntry::State::Running) {
            m_jobs.cancel(m_model.entryOf(row));
            return;
        }
}

void JobsView::updateActions()
{
    const auto running = std::ranges::count(m_jobs.entries(), JobEntry::State::Running, &JobEntry::state);
    m_cancel.setEnabled(running > 0);
    m_forget.setEnabled(std::size_t(running) < m_jobs.entries().size());
    setDockNote(*this, running > 0 ? QStringLiteral("(%1)").arg(running) : QString());
}

DockDescription jobsDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Jobs"),
            .make = &makeDock<JobsView>,
            .chapter = "window",
            .icon = "jobs",
            .place = DockPlace::Drawer,
            .size = {0, 210}};
}

} // namespace ql::widgets
