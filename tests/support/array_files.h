// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include <filesystem>
#include <string>

namespace ql::tests {

/// A .npy file byte by byte; the header is padded to 64 bytes as numpy does it.
inline QByteArray npyFile(const QByteArray& dictionary, const QByteArray& elements, int version = 1)
{
    const auto before = version == 1 ? 10 : 12;
    QByteArray header = dictionary;
    while ((before + header.size() + 1) % 64 != 0)
        header += ' ';
    header += '\n';
    QByteArray file("\x93NUMPY", 6);
    file += char(version);
    file += '\0';
    for (int shift = 0; shift < (version == 1 ? 16 : 32); shift += 8)
        file += char(header.size() >> shift);
    return file + header + elements;
}

inline QByteArray npyDictionary(const char* type, const char* shape, const char* isFortranOrder = "False")
{
    return QByteArray("{'descr': '") + type + "', 'fortran_order': " + isFortranOrder + ", 'shape': " + shape + ", }";
}

template <typename T>
QByteArray rawBytes(std::initializer_list<T> values)
{
    return QByteArray(reinterpret_cast<const char*>(std::data(values)), qsizetype(values.size() * sizeof(T)));
}

/// Two archives as numpy.savez and numpy.savez_compressed write them (zip64 headers included): x = float32 2x3
/// [0 … 5] and "a/b" = big-endian int16 [1, -2].
inline QByteArray storedNpz()
{
    return QByteArray::fromBase64(
        "UEsDBC0AAAAAAAAAIQBP6QAq//////////8FABQAeC5ucHkBABAAmAAAAAAAAACYAAAAAAAAAJNOVU1QWQEAdgB7J2Rlc2NyJzogJzxmNCcs"
        "ICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgyLCAzKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg"
        "ICAgICAgICAgICAgICAgICAgICAKAAAAAAAAgD8AAABAAABAQAAAgEAAAKBAUEsDBC0AAAAAAAAAIQA52OCO//////////8HABQAYS9iLm5w"
        "eQEAEACEAAAAAAAAAIQAAAAAAAAAk05VTVBZAQB2AHsnZGVzY3InOiAnPmkyJywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzog"
        "KDIsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAf/+UEsBAi0DLQAA"
        "AAAAAAAhAE/pACqYAAAAmAAAAAUAAAAAAAAAAAAAAIABAAAAAHgubnB5UEsBAi0DLQAAAAAAAAAhADnY4I6EAAAAhAAAAAcAAAAAAAAAAAAA"
        "AIABzwAAAGEvYi5ucHlQSwUGAAAAAAIAAgBoAAAAjAEAAAAA");
}

inline QByteArray deflatedNpz()
{
    return QByteArray::fromBase64(
        "UEsDBC0AAAAIAAAAIQBP6QAq//////////8FABQAeC5ucHkBABAAmAAAAAAAAABVAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqKu"
        "o6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6CsaaOgq1CmQDLgYwaLAHEg5ABMQNQLzAAQBQSwMELQAAAAgAAAAhADnY4I7/////"
        "/////wcAFABhL2IubnB5AQAQAIQAAAAAAAAASAAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBul2mkrqOgnpZfVFKUmBefX5SSChJ3S8wp"
        "TgWKF2ckFqQC+RpGOpo6CrUKFAAuBsb//wBQSwECLQMtAAAACAAAACEAT+kAKlUAAACYAAAABQAAAAAAAAAAAAAAgAEAAAAAeC5ucHlQSwEC"
        "LQMtAAAACAAAACEAOdjgjkgAAACEAAAABwAAAAAAAAAAAAAAgAGMAAAAYS9iLm5weVBLBQYAAAAAAgACAGgAAAANAQAAAAA=");
}

/// A folder that is gone after the test.
class TemporaryFolder {
public:
    std::filesystem::path path() const { return m_folder.path().toStdString(); }

    std::filesystem::path write(const char* name, const QByteArray& content) const
    {
        const auto path = m_folder.filePath(QString::fromUtf8(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(path));
        return path.toStdString();
    }

private:
    QTemporaryDir m_folder;
};

} // namespace ql::tests
