// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/columns/fitted_columns.h"

#include "widgets/models/table_roles.h"
#include "widgets/text/language.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace ql::widgets {

namespace {

constexpr int kWord = 14;          ///< average characters; up to there a text is a word, which is read whole
constexpr int kLeastText = 10;     ///< the same; of a longer one
constexpr int kSentence = 36;      ///< average characters; from there on a text is no name
constexpr int kLongTitle = 18;     ///< average characters; of a longer title the beginning will do
constexpr int kMeasuredRows = 100; ///< beside those in sight
constexpr int kTextPadding = 8;

int total(const std::vector<int>& widths)
{
    return std::accumulate(widths.begin(), widths.end(), 0);
}

} // namespace

std::vector<int> fittedWidths(const std::vector<AskedColumn>& columns, int room)
{
    std::vector<int> widths;
    for (const auto& column : columns)
        widths.push_back(column.least);
    for (std::size_t i = columns.size(); i > 0 && total(widths) > room; --i)
        if (columns[i - 1].mayFold)
            widths[i - 1] = 0;
    int spare = std::max(0, room - total(widths));
    int wanted = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (widths[i] > 0)
            wanted += columns[i].asked - columns[i].least;
    for (std::size_t i = 0; i < columns.size() && wanted > 0; ++i) {
        const int more = columns[i].asked - columns[i].least;
        if (widths[i] == 0 || more <= 0)
            continue;
        const int given = int(std::min<std::int64_t>(more, std::int64_t(spare) * more / wanted));
        widths[i] += given;
        spare -= given;
        wanted -= more;
    }
    return widths;
}

FittedColumns::FittedColumns(QTableView& table)
    : QObject(&table)
    , m_table(table)
    , m_button(new QToolButton(&table))
    , m_menu(new QMenu(m_button))
{
    m_button->setText(QStringLiteral("»"));
    m_button->setAutoRaise(true);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setMenu(m_menu);
    m_button->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    m_button->hide();
    followLanguage(m_button, [this] { sayWhatIsFolded(); });
    table.installEventFilter(this);
    connect(m_menu, &QMenu::aboutToShow, this, &FittedColumns::fillMenu);
    connect(table.horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int column, int, int width) { followMouse(column, width); });
}

void FittedColumns::setWidths(const QList<int>& asked)
{
    m_asked = asked;
    m_fixed.clear();
    m_kept.clear();
    for (int column = 0; column < int(asked.size()); ++column)
        m_table.setColumnWidth(column, asked.at(column));
}

void FittedColumns::setWidth(int column, int width)
{
    while (m_asked.size() <= column)
        m_asked.append(asked(int(m_asked.size())));
    m_asked[column] = width;
    if (!m_folded.contains(column))
        m_table.setColumnWidth(column, width);
}

int FittedColumns::asked(int column) const
{
    return m_asked.value(column, m_table.horizontalHeader()->defaultSectionSize());
}

void FittedColumns::setStretched(int column)
{
    m_stretched = column;
    m_table.horizontalHeader()->setResizeContentsPrecision(kMeasuredRows);
}

void FittedColumns::leaveOut(int column, bool isLeftOut)
{
    if (isLeftOut)
        m_leftOut.insert(column);
    else
        m_leftOut.remove(column);
    m_folded.remove(column);
    m_table.horizontalHeader()->setSectionHidden(column, isLeftOut);
}

void FittedColumns::keep(int column)
{
    m_kept.insert(column);
    leaveOut(column, false);
    fit();
}

void FittedColumns::setScrolled(bool isScrolled)
{
    m_isScrolled = isScrolled;
    if (!isScrolled)
        m_kept.clear();
    fit();
}

void FittedColumns::followHeader()
{
    const QHeaderView& header = *m_table.horizontalHeader();
    m_folded.clear();
    m_leftOut.clear();
    for (int column = 0; column < header.count(); ++column) {
        if (header.isSectionHidden(column))
            m_leftOut.insert(column);
        else
            setWidth(column, header.sectionSize(column));
    }
}

void FittedColumns::unfold()
{
    const QScopedValueRollback guard(m_isFitting, true);
    for (const int column : std::as_const(m_folded))
        m_table.horizontalHeader()->setSectionHidden(column, false);
    m_folded.clear();
    for (const int column : shownColumns())
        m_table.setColumnWidth(column, asked(column));
}

bool FittedColumns::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_table && event->type() == QEvent::Hide)
        unfold();
    if (watched == &m_table && event->type() == QEvent::Show)
        fit();
    return QObject::eventFilter(watched, event);
}

/// From left to right, whether there is room for them or not.
QList<int> FittedColumns::shownColumns() const
{
    QList<int> columns;
    for (int place = 0; place < m_table.horizontalHeader()->count(); ++place)
        if (const int column = m_table.horizontalHeader()->logicalIndex(place); !m_leftOut.contains(column))
            columns.append(column);
    return columns;
}

/// Numbers are read whole or not at all.
AskedColumn FittedColumns::askedBy(int column, bool isFirst) const
{
    const QHeaderView& header = *m_table.horizontalHeader();
    const int alignment = m_table.model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
    AskedColumn by{asked(column), asked(column), !isFirst && !m_isScrolled};
    const int character = m_table.fontMetrics().averageCharWidth();
    const bool isWhole = m_isScrolled || m_fixed.contains(column) || by.asked <= kWord * character;
    if (!isWhole && (alignment & Qt::AlignRight) == 0) {
        const int least = by.asked > kSentence * character ? by.asked / 3 : by.asked * 2 / 3;
        const int title = std::min(header.sectionSizeHint(column), kLongTitle * character);
        by.least = std::min(by.asked, std::max({title, kLeastText * character, least}));
    }
    const bool isSorted = m_table.isSortingEnabled() && header.sortIndicatorSection() == column;
    if (isSorted || column == m_stretched || m_kept.contains(column))
        by.mayFold = false;
    return by;
}

void FittedColumns::fit()
{
    if (m_isFitting || !m_table.isVisible() || m_asked.isEmpty())
        return;
    const QScopedValueRollback guard(m_isFitting, true);
    for (int pass = 0; pass < 2; ++pass) { // the scroll bar that the button stands on takes room, too
        const int room = m_table.viewport()->width();
        fitInto(room);
        placeButton();
        if (m_table.viewport()->width() == room)
            return;
    }
}

void FittedColumns::fitInto(int room)
{
    const QList<int> columns = shownColumns();
    std::vector<AskedColumn> asked;
    for (const int column : columns)
        asked.push_back(askedBy(column, asked.empty()));
    std::vector<int> widths = fittedWidths(asked, room);
    if (const auto place = columns.indexOf(m_stretched); place >= 0 && !m_fixed.contains(m_stretched)) {
        const QAbstractItemView& view = m_table;
        const int wanted = view.sizeHintForColumn(m_stretched) + kTextPadding;
        const int spare = std::max(0, room - total(widths));
        int& width = widths[std::size_t(place)];
        width = std::max(width, std::min(wanted, width + spare));
    }
    apply(columns, std::move(widths));
}

void FittedColumns::apply(const QList<int>& columns, std::vector<int> widths)
{
    QHeaderView& header = *m_table.horizontalHeader();
    m_folded.clear();
    for (qsizetype i = 0; i < columns.size(); ++i) {
        const int width = widths[std::size_t(i)];
        if (width == 0)
            m_folded.insert(columns[i]);
        if (header.isSectionHidden(columns[i]) != (width == 0))
            header.setSectionHidden(columns[i], width == 0);
    }
    int last = int(columns.size()) - 1; // the header stretches it
    while (last > 0 && widths[std::size_t(last)] == 0)
        --last;
    const int spare = m_table.viewport()->width() - total(widths);
    if (!columns.isEmpty() && header.stretchLastSection())
        widths[std::size_t(last)] += std::max(0, spare);
    for (int i = 0; i < int(columns.size()); ++i)
        if (const int width = widths[std::size_t(i)]; width > 0 && header.sectionSize(columns[i]) != width)
            header.resizeSection(columns[i], width);
}

/// The width that a hand gives stays.
void FittedColumns::followMouse(int column, int width)
{
    if (m_isFitting || width == 0 || QGuiApplication::mouseButtons() == Qt::NoButton)
        return;
    while (m_asked.size() <= column)
        m_asked.append(asked(int(m_asked.size())));
    m_asked[column] = width;
    m_fixed.insert(column);
}

/// Over the scroll bar, where no title stands.
void FittedColumns::placeButton()
{
    const bool isNeeded = !m_folded.isEmpty() || m_isScrolled;
    m_table.setVerticalScrollBarPolicy(isNeeded ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAsNeeded);
    m_button->setVisible(isNeeded);
    if (!isNeeded)
        return;
    const QRect header = m_table.horizontalHeader()->geometry();
    const int width = m_table.verticalScrollBar()->sizeHint().width();
    m_button->setGeometry(m_table.width() - m_table.frameWidth() - width, header.top(), width, header.height());
    m_button->raise();
}

/// Which ones, its menu says.
void FittedColumns::sayWhatIsFolded()
{
    setHint(*m_button, tr("Columns for which there is no room"));
}

QList<int> FittedColumns::folded() const
{
    QList<int> columns = shownColumns();
    columns.removeIf([this](int column) { return !m_folded.contains(column); });
    return columns;
}

void FittedColumns::fillMenu()
{
    m_menu->clear();
    for (const int column : folded())
        m_menu->addAction(titleOf(column), this, [this, column] { keep(column); });
    m_menu->addSeparator();
    QAction* all = m_menu->addAction(tr("All columns, to be scrolled"));
    all->setCheckable(true);
    all->setChecked(m_isScrolled);
    connect(all, &QAction::toggled, this, &FittedColumns::setScrolled);
}

QString FittedColumns::titleOf(int column) const
{
    return m_table.model()->headerData(column, Qt::Horizontal, ExactTextRole).toString();
}

} // namespace ql::widgets
