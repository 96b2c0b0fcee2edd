// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/handbook_pictures.h"

#include "widgets/docks/config/config_view.h"
#include "widgets/docks/inspector/details_browser.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/window/tables_area.h"

#include <QDir>
#include <QHash>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace ql::tests {

namespace {

using namespace widgets;

enum class Part { Window, Centre, Inspector, Details, Config };

/// The handbook's pictures: of which of those that are taken, and what of it.
struct HandbookPicture {
    const char* name;
    const char* of;
    Part part = Part::Centre;
};
constexpr HandbookPicture kHandbook[]{{"window", "layersDock", Part::Window},
                                      {"compare", "layersDock"},
                                      {"badcase", "badCasesDock"},
                                      {"sensitivity", "sensitivityDock"},
                                      {"shadow", "shadowDock"},
                                      {"profile", "profileDock"},
                                      {"check", "checksDock"},
                                      {"trials", "trialsDock"},
                                      {"tune", "tuneDock"},
                                      {"graph", "graphSideBySide"},
                                      {"config", "configForm", Part::Config},
                                      {"weights", "weightChannels", Part::Inspector},
                                      {"causes", "weightChannels", Part::Details}};
constexpr double kSmaller = 0.75; ///< the whole window, in a page
constexpr std::size_t kMostColours = 64;
constexpr int kMostOfConfig = 300; ///< pixels from the top
constexpr double kStale = 4.0;     ///< of 255 grey levels

/// With so many colours at most, those that most pixels have, so that the file is small.
QImage withFewColours(const QImage& picture, std::size_t most)
{
    constexpr QRgb kCoarse = 0xfff8f8f8;
    const QImage source = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, qint64> counts;
    for (int y = 0; y < source.height(); ++y)
        for (int x = 0; x < source.width(); ++x)
            ++counts[source.pixel(x, y) & kCoarse];
    std::vector<std::pair<qint64, QRgb>> ranked;
    for (const auto& [colour, count] : counts.asKeyValueRange())
        ranked.emplace_back(-count, colour);
    std::ranges::sort(ranked);
    ranked.resize(std::min(ranked.size(), most));
    const auto distance = [](QRgb a, QRgb b) {
        const int red = qRed(a) - qRed(b);
        const int green = qGreen(a) - qGreen(b);
        const int blue = qBlue(a) - qBlue(b);
        return 2 * red * red + 4 * green * green + 3 * blue * blue;
    };
    QHash<QRgb, uint> places;
    QImage reduced(source.size(), QImage::Format_Indexed8);
    QList<QRgb> colours;
    for (const auto& [count, colour] : ranked)
        colours.append(qRgb(std::min(255, qRed(colour) | qRed(colour) >> 5), qGreen(colour) | qGreen(colour) >> 5,
                            qBlue(colour) | qBlue(colour) >> 5));
    reduced.setColorTable(colours);
    for (int y = 0; y < source.height(); ++y)
        for (int x = 0; x < source.width(); ++x) {
            const QRgb pixel = source.pixel(x, y);
            auto place = places.find(pixel);
            if (place == places.end()) {
                const auto nearest =
                    std::ranges::min_element(colours, {}, [&](QRgb colour) { return distance(colour, pixel); });
                place = places.insert(pixel, uint(nearest - colours.begin()));
            }
            reduced.setPixel(x, y, *place);
        }
    return reduced;
}

/// Mean of what two pictures differ by, in grey levels of 255: both so small that words of another length hardly change
/// them.
double lookDifference(const QImage& left, const QImage& right)
{
    const auto sketch = [](const QImage& picture) {
        return picture.convertToFormat(QImage::Format_Grayscale8)
            .scaled(96, 64, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    };
    const QImage a = sketch(left);
    const QImage b = sketch(right);
    double sum = 0.0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            sum += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y)));
    return sum / (double(a.width()) * a.height());
}

QRect placeOf(Part part, const MainWindow& window)
{
    const QWidget* widget = &window;
    const auto* inspector = window.findChild<InspectorView*>();
    switch (part) {
    case Part::Window: break;
    case Part::Centre: widget = window.findChild<TablesArea*>(QStringLiteral("tablesArea")); break;
    case Part::Inspector: widget = inspector; break;
    case Part::Details: widget = inspector->findChild<DetailsBrowser*>(); break;
    case Part::Config: widget = window.findChild<ConfigView*>(); break;
    }
    QRect place(widget->mapTo(&window, QPoint()), widget->size());
    if (part == Part::Config)
        place.setHeight(std::min(place.height(), kMostOfConfig));
    if (part == Part::Inspector)
        place.setBottom(placeOf(Part::Details, window).top() - 1);
    return place;
}

} // namespace

HandbookPictures::HandbookPictures(QString folder, QString guide)
    : m_folder(std::move(folder))
    , m_guide(std::move(guide))
{
}

std::size_t HandbookPictures::count()
{
    return std::size(kHandbook);
}

void HandbookPictures::take(QLatin1String what, const QString& language, const QImage& window, MainWindow& shown)
{
    for (const auto& wanted : kHandbook) {
        if (wanted.of != what)
            continue;
        QImage part = window.copy(placeOf(wanted.part, shown));
        if (wanted.part == Part::Window)
            part = part.scaled(part.size() * kSmaller, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        const QString folder = m_folder + u'/' + language;
        const QString file = u'/' + QLatin1String(wanted.name) + QStringLiteral(".png");
        const bool isWritten =
            QDir().mkpath(folder) && withFewColours(part, kMostColours).save(folder + file, nullptr, 0);
        m_drawn += isWritten ? 1 : 0;
        const QImage known(m_guide + u'/' + language + QStringLiteral("/pictures") + file);
        const double differ = known.isNull() ? 255.0 : lookDifference(known, part);
        if (differ >= kStale)
            m_stale.append(QStringLiteral("%1%2 (by %3)").arg(language, file).arg(differ, 0, 'f', 1));
    }
}

} // namespace ql::tests
