// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/products/shifted_product.h"

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace ql::ops {

/// A convolution over two spatial axes (rows, columns), one group of it. One axis only is a plane of one row.
struct PlaneWindow {
    using Axes = std::array<std::int64_t, 2>;

    std::int64_t channels = 0; ///< of the input, in this group
    Axes input{};
    Axes output{};
    Axes kernel{1, 1};
    Axes strides{1, 1};
    Axes dilations{1, 1};
    Axes padsBegin{0, 0};

    friend bool operator==(const PlaneWindow&, const PlaneWindow&) = default;
};

/// Lays the input of a convolution out so that each tap of the window reads it with a constant shift: padded, and with
/// strides above 1 split into one plane per remainder of the position by the stride, so that what neighbouring windows
/// read is neighbours there. Input that needs neither is read where it is.
class ShiftedPlanes {
public:
    /// @pre output sizes are those of the window, so that nothing beyond the padding is read
    /// @throws std::bad_alloc where the planes don't fit in memory
    explicit ShiftedPlanes(const PlaneWindow& window);

    /// Elements of memory that rows() needs, 0 where it needs none.
    std::size_t scratchSize() const { return m_isPlain ? 0 : m_planes.size() * m_planeSize + kSlack; }
    /// The right factor whose rows are channels × taps of @p x [channels, rows, columns], contiguous. Lives as long as
    /// this, x and @p scratch.
    ShiftedRows rows(const float* x, float* scratch) const;

private:
    static constexpr std::size_t kSlack = 64; ///< whole vectors may be read beyond the last element

    struct Plane {
        std::int64_t channel;
        PlaneWindow::Axes phase;
    };

    /// One axis: which remainders by the stride the taps have, and how many strides each tap is off.
    struct PhasesOfAxis {
        PhasesOfAxis(std::int64_t kernel, std::int64_t dilation, std::int64_t stride);

        std::vector<std::int64_t> phases;
        std::vector<std::size_t> ofTap; ///< index into phases
        std::vector<std::int64_t> shifts;
    };

    void addPlanes();
    void fill(const Plane& plane, const float* x, float* target) const;

    PlaneWindow m_window;
    bool m_isPlain = false;
    std::array<PhasesOfAxis, 2> m_phases;
    PlaneWindow::Axes m_size{}; ///< of each plane
    std::size_t m_planeSize = 0;
    std::vector<Plane> m_planes;
    std::vector<std::ptrdiff_t> m_offsets;
};

/// The layout for the window that was asked for last: a node's is mostly the same. Any thread may ask.
class PlanesCache {
public:
    std::shared_ptr<const ShiftedPlanes> of(const PlaneWindow& window);

private:
    std::mutex m_mutex;
    PlaneWindow m_window;
    std::shared_ptr<const ShiftedPlanes> m_planes;
};

/// The first of the three axes that a window moves along.
struct DepthAxis {
    std::int64_t input = 0, output = 0;
    std::int64_t kernel = 1, stride = 1, dilation = 1, padBegin = 0;
};

/// y [filters, output depth, output rows, output columns] of one group: x [channels, depth, rows, columns], contiguous.
/// The planes that one of y reads are laid one behind the other, as if they were channels: @p window has channels ·
/// kernel depth of them. Sums as shiftedProduct()'s. @p epilogue has no addend. @throws std::bad_alloc
void convolveVolume(const float* x, const FloatFilters& filters, const float* bias, float* y, const PlaneWindow& window,
                    const DepthAxis& depth, const FloatEpilogue& epilogue);

} // namespace ql::ops
