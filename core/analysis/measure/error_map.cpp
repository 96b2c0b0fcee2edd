// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/value_pairs.h"

#include "core/base/error.h"
#include "core/base/numbers.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using results::ErrorKind;
using results::ErrorMap;

double errorOf(double x, double y, ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Signed: return y - x;
    case ErrorKind::Absolute: return std::abs(y - x);
    case ErrorKind::Relative: break;
    }
    if (x == 0.0)
        return y == 0.0 ? 0.0 : kInfinity;
    return std::abs(y - x) / std::abs(x);
}

std::optional<std::int64_t> lastLongAxis(const std::vector<std::int64_t>& shape, std::optional<std::int64_t> except)
{
    for (auto axis = std::int64_t(shape.size()) - 1; axis >= 0; --axis)
        if (shape[std::size_t(axis)] > 1 && axis != except)
            return axis;
    return std::nullopt;
}

void requireAxis(std::optional<std::int64_t> axis, std::size_t rank)
{
    if (axis && (*axis < 0 || *axis >= std::int64_t(rank)))
        throw Error(ErrorCode::BadArgument, Message("axis {} of a tensor of rank {}", *axis, rank),
                    "axes count from 0");
}

void chooseAxes(ErrorMap& map, const std::vector<std::int64_t>& shape, const results::MapChoice& choice)
{
    requireAxis(choice.rowAxis, shape.size());
    requireAxis(choice.columnAxis, shape.size());
    if (choice.rowAxis && choice.rowAxis == choice.columnAxis)
        throw Error(ErrorCode::BadArgument, Message("axis {} can't give the rows and the columns", *choice.rowAxis),
                    "choose two axes");
    map.columnAxis = choice.columnAxis ? choice.columnAxis : lastLongAxis(shape, choice.rowAxis);
    map.rowAxis = choice.rowAxis ? choice.rowAxis : lastLongAxis(shape, map.columnAxis);
    if (map.rowAxis)
        map.rowExtent = shape[std::size_t(*map.rowAxis)];
    if (map.columnAxis)
        map.columnExtent = shape[std::size_t(*map.columnAxis)];
}

/// The indexes of the largest finite |y − x|, the first of equals.
std::vector<std::int64_t> worstPlace(const FloatPair& tensors)
{
    std::size_t place = 0;
    double largest = -1.0;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (const double error = std::abs(double(tensors.y[i]) - double(tensors.x[i]));
            std::isfinite(error) && error > largest) {
            largest = error;
            place = i;
        }
    std::vector<std::int64_t> indexes(tensors.shape.size());
    for (std::size_t axis = indexes.size(); axis-- > 0;) {
        const auto extent = static_cast<std::size_t>(tensors.shape[axis]);
        indexes[axis] = static_cast<std::int64_t>(place % extent);
        place /= extent;
    }
    return indexes;
}

void choosePlace(ErrorMap& map, const FloatPair& tensors, const results::MapChoice& choice)
{
    const auto& shape = tensors.shape;
    if (!choice.at.empty() && choice.at.size() != shape.size())
        throw Error(ErrorCode::BadArgument,
                    Message("{} indexes for a tensor of rank {}", choice.at.size(), shape.size()), "give one per axis");
    map.at = choice.at.empty() ? worstPlace(tensors) : choice.at;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        const auto number = std::int64_t(axis);
        if (map.rowAxis == number || map.columnAxis == number)
            map.at[axis] = 0;
        else if (map.at[axis] < 0 || map.at[axis] >= shape[axis])
            throw Error(ErrorCode::BadArgument,
                        Message("index {} on axis {}, which has {} elements", map.at[axis], axis, shape[axis]),
                        "indexes count from 0");
    }
}

/// Steps through the flattened tensor along the slice's axes.
struct Slice {
    std::size_t begin = 0;
    std::size_t rowStride = 0;
    std::size_t columnStride = 0;

    Slice(const ErrorMap& map, const std::vector<std::int64_t>& shape)
    {
        std::size_t stride = 1;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            if (map.rowAxis == std::int64_t(axis))
                rowStride = stride;
            else if (map.columnAxis == std::int64_t(axis))
                columnStride = stride;
            else
                begin += std::size_t(map.at[axis]) * stride;
            stride *= std::size_t(shape[axis]);
        }
    }
};

std::size_t firstOf(std::size_t cell, std::size_t cells, std::int64_t extent)
{
    return cell * std::size_t(extent) / cells;
}

/// What the elements of one cell come to.
class Cell {
public:
    explicit Cell(ErrorKind kind)
        : m_kind(kind)
    {
    }

    void take(float x, float y)
    {
        if (!std::isfinite(x) || !std::isfinite(y)) {
            if (m_isFinite) {
                m_x = x;
                m_y = y;
            }
            m_isFinite = false;
            return;
        }
        const double error = errorOf(x, y, m_kind);
        m_sum += error;
        if (m_isFinite && (m_count == 0 || std::abs(error) > std::abs(m_worst))) {
            m_worst = error;
            m_x = x;
            m_y = y;
        }
        ++m_count;
    }

    void writeTo(ErrorMap& map) const
    {
        map.worst.push_back(m_isFinite ? float(m_worst) : float(kNaN));
        map.mean.push_back(m_count > 0 ? float(m_sum / double(m_count)) : float(kNaN));
        map.baseline.push_back(m_x);
        map.analysis.push_back(m_y);
    }

private:
    ErrorKind m_kind;
    bool m_isFinite = true;
    std::size_t m_count = 0;
    double m_sum = 0.0;
    double m_worst = 0.0;
    float m_x = 0.0F;
    float m_y = 0.0F;
};

void fill(ErrorMap& map, const FloatPair& tensors)
{
    const Slice slice(map, tensors.shape);
    for (std::size_t row = 0; row < map.rows; ++row)
        for (std::size_t column = 0; column < map.columns; ++column) {
            Cell cell(map.error);
            for (auto r = firstOf(row, map.rows, map.rowExtent); r < firstOf(row + 1, map.rows, map.rowExtent); ++r)
                for (auto c = firstOf(column, map.columns, map.columnExtent);
                     c < firstOf(column + 1, map.columns, map.columnExtent); ++c) {
                    const auto element = slice.begin + r * slice.rowStride + c * slice.columnStride;
                    cell.take(tensors.x[element], tensors.y[element]);
                }
            cell.writeTo(map);
        }
}

void findRange(ErrorMap& map)
{
    bool isFirst = true;
    for (const float worst : map.worst) {
        if (!std::isfinite(worst)) {
            ++map.nonFinite;
            continue;
        }
        map.low = isFirst ? worst : std::min(map.low, double(worst));
        map.high = isFirst ? worst : std::max(map.high, double(worst));
        isFirst = false;
    }
}

} // namespace

results::ErrorMap mapErrors(const FloatPair& tensors, const results::MapChoice& choice)
{
    ErrorMap map;
    map.error = choice.error;
    chooseAxes(map, tensors.shape, choice);
    if (tensors.size() == 0)
        return map;
    choosePlace(map, tensors, choice);
    map.rows = std::clamp<std::size_t>(std::size_t(map.rowExtent), 1, std::max<std::size_t>(1, choice.mostRows));
    map.columns =
        std::clamp<std::size_t>(std::size_t(map.columnExtent), 1, std::max<std::size_t>(1, choice.mostColumns));
    fill(map, tensors);
    findRange(map);
    return map;
}

} // namespace ql::analysis
