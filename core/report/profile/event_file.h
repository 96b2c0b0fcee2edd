// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// CRC-32C (Castagnoli) of @p bytes.
std::uint32_t crc32c(std::string_view bytes);

/// A histogram as TensorBoard reads it.
struct EventHistogram {
    double min = 0.0;
    double max = 0.0;
    double count = 0.0;
    double sum = 0.0;
    double sumOfSquares = 0.0;
    std::vector<double> limits; ///< right edges of the buckets, rising; the last one not below max
    std::vector<double> counts; ///< as many
};

/// The bytes of a TensorBoard event file: framed records, each with checksums, of Event messages.
class EventFile {
public:
    /// Begins with the record that names the format. @p wallTime is in seconds since 1970.
    explicit EventFile(double wallTime);

    void addHistogram(std::string_view tag, std::int64_t step, const EventHistogram& histogram);
    const std::string& bytes() const { return m_bytes; }

private:
    void addRecord(std::string_view event);

    double m_wallTime;
    std::string m_bytes;
};

} // namespace ql::report
