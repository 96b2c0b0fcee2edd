// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// A table of texts, drawn either as the seed tools' files have it or for reading in a terminal.
class TextTable {
public:
    enum class Align { Left, Right };
    enum class Numbering { Running, None };
    struct Column {
        std::string header;
        Align align = Align::Left;
    };

    explicit TextTable(std::vector<Column> columns);

    /// Missing cells are empty. Control characters become spaces. @pre at most as many cells as columns
    void addRow(std::vector<std::string> cells);
    bool isEmpty() const { return m_rows.empty(); }
    std::size_t rowCount() const { return m_rows.size(); }

    /// The frame that Python's tabulate calls "psql", usually with a running index in front. Ends with a newline.
    std::string psql(Numbering numbering = Numbering::Running) const;
    /// Header, rule and rows, indented by two blanks and separated by two; no trailing blanks. Wide
    /// characters count as two. Ends with a newline.
    std::string plain() const;

private:
    using Row = std::vector<std::string>;
    std::vector<std::size_t> widths(std::size_t headerPadding, std::size_t (*measure)(std::string_view)) const;
    std::string framed() const;

    std::vector<Column> m_columns;
    std::vector<Row> m_rows;
};

} // namespace ql::report
