// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// QScintilla's headers use the Qt keywords that we do without.
#include <QObject>
#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qsciapis.h>
#include <Qsci/qscilexerjson.h>
#include <Qsci/qscilexeryaml.h>
#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>
#undef signals
#undef slots
