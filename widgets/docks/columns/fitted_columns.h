// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QSet>

#include <vector>

class QMenu;
class QTableView;
class QToolButton;

namespace ql::widgets {

/// What a column asks for, in pixels.
struct AskedColumn {
    int asked = 0;
    int least = 0; ///< below this it is of no use
    bool mayFold = true;
};

/// Widths of @p columns, from left to right, that together take no more than @p room where that is possible: first
/// those that can do with less get less, then the last that may are folded, which is said by 0.
std::vector<int> fittedWidths(const std::vector<AskedColumn>& columns, int room);

/// Keeps the columns of a table within its width, so that nothing is scrolled sideways: texts are cut first, then the
/// last columns are folded behind a button over the scroll bar, whose menu brings them back. The table owns it.
class FittedColumns : public QObject {
    Q_OBJECT

public:
    explicit FittedColumns(QTableView& table);

    /// In pixels, by column.
    void setWidths(const QList<int>& asked);
    void setWidth(int column, int asked);
    int asked(int column) const;
    /// That column takes what it needs of the room that the others leave, until the user gives it another width.
    void setStretched(int column);
    /// Whoever fills the table has nothing to say there, or the user wants it so.
    void leaveOut(int column, bool isLeftOut);
    bool isLeftOut(int column) const { return m_leftOut.contains(column); }
    /// The user asked for it.
    void keep(int column);
    /// Every column is as wide as it asks for, and the table is scrolled sideways where they don't fit.
    void setScrolled(bool isScrolled);
    /// The widths and what is left out are those that the header has been given.
    void followHeader();
    /// Until the next fit(), so that a header can be stored.
    void unfold();
    void fit();
    QList<int> folded() const;
    QToolButton& button() { return *m_button; }

protected:
    /// A table out of sight has nothing folded, whatever room it had before.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    AskedColumn askedBy(int column, bool isFirst) const;
    QList<int> shownColumns() const;
    void fitInto(int room);
    void apply(const QList<int>& columns, std::vector<int> widths);
    void followMouse(int column, int width);
    void placeButton();
    void sayWhatIsFolded();
    void fillMenu();
    QString titleOf(int column) const;

    QTableView& m_table;
    QToolButton* m_button;
    QMenu* m_menu;
    QList<int> m_asked; ///< by column
    QSet<int> m_fixed;  ///< by the user's hand
    QSet<int> m_leftOut;
    QSet<int> m_kept;
    QSet<int> m_folded;
    int m_stretched = -1;
    bool m_isScrolled = false;
    bool m_isFitting = false;
};

} // namespace ql::widgets
