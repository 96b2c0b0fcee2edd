// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

/// The colours that carry meaning. Everything else comes from the palette.
namespace ql::widgets {

/// How bad something is, everywhere: the cividis scale, readable by colour-blind people: 0 dark blue … 1 yellow.
QColor cividis(double position);

/// Black or white, whichever is read on @p fill.
QColor inkOn(const QColor& fill);

/// For how many things share a place: 0 a few … 1 most. Stands out from @p background everywhere.
QColor densityColor(double position, const QColor& background);

/// For differences of two runs: −1 worst (purple) … 0 @p background … 1 best (green), readable by colour-blind people.
QColor divergingColor(double change, const QColor& background);

/// For errors with a sign: −1 lowest (purple) … 0 @p background … 1 highest (green), strong enough to stand alone.
QColor signedErrorColor(double error, const QColor& background);

/// The two fixed hues of the two models, in a shade that stands out from @p background.
QColor baselineColor(const QColor& background);
QColor analysisColor(const QColor& background);
/// For errors and findings that need action only.
QColor alarmColor(const QColor& background);
/// @p text faded into @p background, for what is less important.
QColor mutedColor(const QColor& text, const QColor& background, double share = 0.4);
/// @p colors with window text that is muted.
QPalette mutedPalette(QPalette colors);

} // namespace ql::widgets
