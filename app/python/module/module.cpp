// SPDX-License-Identifier: GPL-3.0-or-later
// The half of the package that is no Python: quantloupe._quantloupe.
#include "app/python/module/command_calls.h"
#include "app/python/module/python_array.h"
#include "app/python/module/running.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/engine/engine.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <spdlog/spdlog.h>

namespace ql::python {

namespace {

namespace py = pybind11;

/// Raises quantloupe.Error.
void raise(const Error& error)
{
    py::list context;
    for (const auto& where : error.context())
        context.append(where.english());
    const auto type = py::module_::import("quantloupe._error").attr("Error");
    const auto raised = type(error.what(), std::string(toString(error.code())), error.message().english(),
                             error.hint().english(), context);
    PyErr_SetObject(type.ptr(), raised.ptr());
}

void translate(std::exception_ptr exception)
{
    try {
        if (exception)
            std::rethrow_exception(exception);
    } catch (const Error& error) {
        raise(error);
    }
}

/// Of the logger that there is: other threads may be using it.
void setLogLevel(const std::string& level)
{
    const auto parsed = spdlog::level::from_str(level);
    if (parsed == spdlog::level::off && level != "off")
        throw py::value_error("unknown log level " + level);
    spdlog::default_logger()->set_level(parsed);
}

} // namespace

PYBIND11_MODULE(_quantloupe, module)
{
    engine::prepareEnvironment(); // no thread of ours reads the environment yet
    setUpLogging("warning");
    py::register_exception_translator(translate);
    declareArray(module);
    module.def("call", call, py::arg("words"), py::arg("samples"), py::arg("callables"), py::arg("progress"));
    module.def("commands", describedCommands);
    module.def("set_log_level", setLogLevel, py::arg("level"));
    module.attr("version") = QUANTLOUPE_VERSION;
    py::module_::import("atexit").attr("register")(py::cpp_function(&Running::endAll));
}

} // namespace ql::python
