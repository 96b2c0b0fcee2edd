// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::python {

class PythonBridge;

/// All conversations of the process, so that none outlives the interpreter.
class Running {
public:
    /// One of them, while it lives. @throws Error when the interpreter is ending
    class Entry {
    public:
        explicit Entry(PythonBridge& bridge);
        ~Entry();
        Entry(const Entry&) = delete;
        Entry& operator=(const Entry&) = delete;

    private:
        PythonBridge& m_bridge;
    };

    /// Doesn't return when the interpreter is ending: a thread that Python doesn't wait for must not touch it any more.
    static void restIfEnding();
    /// Stops all and waits until they are over; none begins afterwards. With Python's lock, which it lets go meanwhile.
    static void endAll();
};

} // namespace ql::python
