# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a wheel of a build: make_wheel.py BUILD VERSION OUT, by the interpreter that the module was built for.

It holds the package, the libraries with all that they need but glibc (standalone/gather_libraries.py), and the demo. Its
tag names the interpreter, and the oldest glibc on which every symbol is found, as auditwheel would.
"""

import base64
import hashlib
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "standalone"))
sys.dont_write_bytecode = True

import gather_libraries

METADATA = """Metadata-Version: 2.1
Name: quantloupe
Version: {version}
Summary: A loupe for quantized neural networks: find the layer that breaks an int8 model, and why
License: GPL-3.0-or-later
Classifier: License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)
Classifier: Operating System :: POSIX :: Linux
Requires-Python: =={python}.*
Provides-Extra: all
Requires-Dist: numpy; extra == "all"
Requires-Dist: pandas; extra == "all"
Requires-Dist: matplotlib; extra == "all"
Description-Content-Type: text/markdown

Every command of quantloupe-cli is a function:

    import quantloupe
    answer = quantloupe.compare("float.onnx", "int8.onnx", input=array)

numpy, pandas and matplotlib are used where they are installed.
"""
WHEEL = """Wheel-Version: 1.0
Generator: quantloupe
Root-Is-Purelib: false
Tag: {tag}
"""


def fill(build, root):
    """The package as it will lie in site-packages, and the glibc that it takes."""
    with tempfile.TemporaryDirectory() as tree:
        subprocess.run(["cmake", "--install", build, "--strip", "--prefix", tree], check=True, stdout=subprocess.DEVNULL)
        installed = pathlib.Path(tree)
        package = root / "quantloupe"
        shutil.copytree(installed / "lib/python3/dist-packages/quantloupe", package)
        libraries = package / "lib/quantloupe"
        libraries.mkdir(parents=True)
        for library in installed.rglob("libquantloupe*.so"):
            shutil.copy(library, libraries)
        modules = list(package.glob("_quantloupe*.so"))
        for module in modules:
            subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/lib/quantloupe", str(module)], check=True)
        glibc = gather_libraries.gather(libraries, [*libraries.glob("*.so*"), *modules])
        shutil.copytree(installed / "share/quantloupe/demo", package / "share/quantloupe/demo")
        return glibc


def digest(content):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def pack(root, version, tag, out):
    info = root / f"quantloupe-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(version=version, python=sysconfig.get_python_version()))
    (info / "WHEEL").write_text(WHEEL.format(tag=tag))
    shutil.copy(pathlib.Path(__file__).resolve().parents[2] / "LICENSE", info / "LICENSE")
    record = f"{info.name}/RECORD"
    lines = []
    out.mkdir(parents=True, exist_ok=True)
    target = out / f"quantloupe-{version}-{tag}.whl"
    unfinished = target.with_suffix(".part")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in sorted(path for path in root.rglob("*") if path.is_file()):
            name = path.relative_to(root).as_posix()
            content = path.read_bytes()
            wheel.write(path, name)
            lines.append(f"{name},{digest(content)},{len(content)}")
        wheel.writestr(record, "\n".join([*lines, f"{record},,", ""]))
    unfinished.replace(target)
    return target


def main(build, version, out):
    if shutil.which("patchelf") is None:
        raise SystemExit("error: patchelf is not installed: apt-get install patchelf")
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        major, minor = fill(build, root)
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        machine = sysconfig.get_platform().rsplit("-", 1)[-1]
        target = pack(root, version, f"{python}-{python}-manylinux_{major}_{minor}_{machine}", pathlib.Path(out))
    print(f"wrote {target} ({target.stat().st_size >> 20} MiB): Python {sysconfig.get_python_version()}, "
          f"glibc {major}.{minor} or later")


if __name__ == "__main__":
    main(*sys.argv[1:])
