# SPDX-License-Identifier: GPL-3.0-or-later
"""As it is used in notebooks and scripts: by place, by attribute, with models in memory, and answers that go on."""

import copy
import io
import json
import os
import pathlib
import pickle
import subprocess
import sys
import unittest
import warnings

import numpy
import quantloupe

from support import CONFIG, FLOAT, INPUTS, INT8, PAIR, WORST, FolderTest, inputs, run_python, without_times

INPUT = f"{INPUTS}[{WORST}]"


def content(path):
    return pathlib.Path(path).read_bytes()


class Calls(unittest.TestCase):
    def test_by_place(self):
        named = quantloupe.compare(**PAIR, input=INPUT, causes="none")
        self.assertEqual(without_times(quantloupe.compare(FLOAT, INT8, input=INPUT, causes="none")), without_times(named))
        self.assertEqual(quantloupe.weights(FLOAT, INT8)["baseline"], FLOAT)
        with self.assertRaisesRegex(TypeError, "too many positional arguments"):
            quantloupe.compare(FLOAT, INT8, INPUT)

    def test_progress_bar(self):
        code = f"import quantloupe; quantloupe.compare({FLOAT!r}, {INT8!r}, input={INPUT!r}, progress=True)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)  # \r stays as it is
        self.assertEqual((done.returncode, done.stdout), (0, b""), done.stderr)
        self.assertRegex(done.stderr, rb"\r *\d+%\|#* *\| ")
        self.assertTrue(done.stderr.endswith(b"\r"), done.stderr[-80:])  # it is gone afterwards
        self.assertEqual(run_python(f"import quantloupe; quantloupe.info({FLOAT!r}, progress=False)").stderr, "")

    def test_bar_draws_over_itself(self):
        drawn = io.StringIO()
        bar = quantloupe.ProgressBar(drawn)
        bar(quantloupe.Progress(0.25, "comparing layers", "a_long_name", 5.0, 15.0))
        bar(quantloupe.Progress(1.0, "done", "", 20.0, None))
        lines = drawn.getvalue().split("\r")[1:]
        self.assertEqual(lines[0], " 25%|#####               | comparing layers a_long_name [00:05<00:15]")
        self.assertTrue(lines[1].startswith("100%|####################| done [00:20<?]"))
        self.assertEqual(len(lines[1]), len(lines[0]))


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.answer = quantloupe.compare(FLOAT, INT8, input=INPUT)

    def test_members_are_attributes(self):
        self.assertEqual(self.answer.verdict.quality, self.answer["verdict"]["quality"])
        self.assertIsInstance(self.answer.layers, quantloupe.Table)
        self.assertEqual(len(self.answer.layers), len(self.answer["layers"]))
        self.assertEqual(self.answer.error_origin, "/block1/depthwise/Conv")
        self.assertIn("layers", dir(self.answer))
        self.assertIn("layers", self.answer._ipython_key_completions_())
        self.assertFalse(hasattr(self.answer, "nothing"))
        with self.assertRaisesRegex(AttributeError, "this answer has no nothing: it has schema, "):
            self.answer.nothing

    def test_tables_begin_with_what_matters(self):
        table = self.answer.layers
        self.assertEqual(table.columns[:3], ["name", "metrics.sqnr_db", "metrics.cosine"])
        self.assertEqual(table.columns[3:5], ["worst_slice.slice", "worst_slice.sqnr_db"])
        measured = [row["metrics.sqnr_db"] for row in table if row.get("metrics.sqnr_db") is not None]
        self.assertGreater(len(measured), 10)
        self.assertEqual(measured, sorted(measured))  # worst first
        self.assertTrue(all(row.get("metrics.sqnr_db") is None for row in table[len(measured):]))

    def test_worst_is_first(self):
        rows = [{"name": name, "metrics": metrics} for name, metrics in
                (("a", {"sqnr_db": 30.0}), ("b", None), ("c", {"sqnr_db": "nan"}), ("d", {"sqnr_db": "inf"}),
                 ("e", {"sqnr_db": "-inf"}))]
        self.assertEqual(quantloupe.Table(rows).column("name"), ["c", "e", "a", "d", "b"])

    def test_slices_are_tables(self):
        part = self.answer.layers[2:5]
        self.assertIsInstance(part, quantloupe.Table)
        self.assertEqual(part.columns, self.answer.layers.columns)
        self.assertEqual([row["name"] for row in part], self.answer.layers.column("name")[2:5])
        self.assertEqual(len(part.to_numpy()), 3)
        self.assertIsInstance(self.answer.layers[0], dict)

    def test_are_shown_on_a_page(self):
        for shown in (self.answer, self.answer.layers, self.answer.layers[:3], quantloupe.check(INT8), quantloupe.demo(),
                      quantloupe.sensitivity(FLOAT, INT8, input=INPUT), quantloupe.info(FLOAT), quantloupe.Result(),
                      quantloupe.config_show(CONFIG), quantloupe.Table(())):
            lines = repr(shown).splitlines()
            self.assertLessEqual(len(lines), 20)
            self.assertLessEqual(max(map(len, lines)), 130, lines)
        first = repr(self.answer).splitlines()[0]
        self.assertIn("verdict: ", first)
        self.assertIn("the error starts at /block1/depthwise/Conv", first)
        self.assertIn("/block1/depthwise/Conv", repr(self.answer.layers))

    def test_can_be_kept(self):
        for kept in (pickle.loads(pickle.dumps(self.answer)), copy.deepcopy(self.answer)):
            self.assertIsInstance(kept, quantloupe.Result)
            self.assertEqual(kept, self.answer)
        table = pickle.loads(pickle.dumps(self.answer.layers))
        self.assertIsInstance(table, quantloupe.Table)
        self.assertEqual((list(table), table.columns), (list(self.answer.layers), self.answer.layers.columns))
        self.assertEqual(json.loads(json.dumps(self.answer)), self.answer)

    def test_go_on_to_diff_and_report(self):
        other = quantloupe.compare(FLOAT, INT8, input=f"{INPUTS}[3]")
        difference = quantloupe.diff(self.answer, other)
        self.assertEqual(difference["schema"], "quantloupe.diff/1")
        self.assertGreater(len(difference["rows"]), 10)
        page = quantloupe.report([self.answer, quantloupe.weights(FLOAT, INT8)])
        self.assertEqual(page["schema"], "quantloupe.report/1")


class Thresholds(unittest.TestCase):
    def test_say_which(self):
        with self.assertRaisesRegex(quantloupe.ThresholdCrossed, "output logits: sqnr_db is .* \\(sqnr_db<100\\)") as raised:
            quantloupe.compare(FLOAT, INT8, input=INPUT, fail_on=["sqnr_db<100", "cosine<-1"], fail_on_layer="cosine<-1")
        self.assertEqual(len(raised.exception.crossed), 1)
        self.assertEqual(raised.exception.code, "threshold-crossed")
        kept = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((str(kept), kept.crossed, kept.result), (str(raised.exception), raised.exception.crossed,
                                                                  raised.exception.result))
        self.assertIsInstance(kept.result, quantloupe.Result)

    def test_nothing_is_printed(self):
        done = run_python(f"""
import quantloupe
try:
    quantloupe.check({INT8!r}, fail_on="info")
except quantloupe.ThresholdCrossed as crossed:
    print(crossed)""")
        self.assertRegex(done.stdout, r"^\d+ findings of severity info or worse\n$", done.stderr)
        self.assertEqual(done.stderr, "")

    def test_a_missed_target_is_one(self):
        with self.assertRaisesRegex(quantloupe.ThresholdCrossed, "worst output: sqnr_db is") as raised:
            quantloupe.tune(FLOAT, data=inputs()[:4], target="sqnr_db=300", max_overrides=1)
        self.assertFalse(raised.exception.result.reached)


class Models(FolderTest):
    def hold(self, baseline, analysis, **arguments):
        """The answer is that of the files."""
        answer = quantloupe.compare(baseline, analysis, input=INPUT, causes="none", **arguments)
        file = quantloupe.compare(FLOAT, INT8, input=INPUT, causes="none")
        self.assertEqual(answer.table("outputs").column("metrics.sqnr_db"), file.table("outputs").column("metrics.sqnr_db"))

    def test_bytes(self):
        self.hold(content(FLOAT), content(INT8))
        self.hold(bytearray(content(FLOAT)), memoryview(content(INT8)))
        self.hold(numpy.frombuffer(content(FLOAT), dtype=numpy.uint8), INT8)
        self.assertEqual(quantloupe.info(content(FLOAT))["kind"], quantloupe.info(FLOAT)["kind"])
        with self.assertRaises(quantloupe.Error):
            quantloupe.info(b"no model")
        with self.assertRaises(TypeError):
            quantloupe.info(3j)

    def test_onnx(self):
        try:
            import onnx
        except ImportError:
            self.skipTest("SKIPPED: onnx is not installed")
        self.hold(onnx.load(FLOAT), onnx.load(INT8))

    def test_state_dicts(self):
        rng = numpy.random.default_rng(1)
        weights = {"conv.weight": rng.normal(size=(4, 3, 3, 3)).astype(numpy.float32),
                   "fc.weight": rng.normal(size=(2, 4)).astype(numpy.float64)}
        rounded = {name: numpy.round(value, 2) for name, value in weights.items()}
        table = quantloupe.weights(weights, rounded).table()
        expected = {name: 20 * numpy.log10(numpy.linalg.norm(value) / numpy.linalg.norm(value - rounded[name]))
                    for name, value in weights.items()}
        self.assertEqual(set(table.column("name")), set(weights))
        for row in table:
            self.assertAlmostEqual(row["metrics.sqnr_db"], expected[row["name"]], places=4)
        with self.assertRaisesRegex(TypeError, "note is str, expected an array"):
            quantloupe.weights({"note": "text"}, weights)

    def test_files_are_gone_afterwards(self):
        folder = pathlib.Path(os.environ.get("TMPDIR", "/tmp"))
        before = set(folder.glob("quantloupe-*"))
        quantloupe.info(content(FLOAT))
        with self.assertRaises(quantloupe.Error):
            quantloupe.info(b"no model")
        self.assertEqual(set(folder.glob("quantloupe-*")) - before, set())

    def test_modules_of_torch(self):
        program = self.folder / "program.py"  # of which torch.jit.script reads the source
        program.write_text("""
import sys
try:
    import torch
except ImportError:
    sys.exit("SKIPPED: torch is not installed")
import quantloupe

class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(1)
        self.fc = torch.nn.Linear(8, 4)
        self.act = torch.nn.ReLU()
    def forward(self, x):
        return self.act(self.fc(x))

class OnlyTraced(Block):
    def forward(self, *values):
        return self.act(self.fc(*values))

x = torch.linspace(-1, 1, 16).reshape(2, 8)
module, traced = Block().eval(), OnlyTraced().eval()
coarse = Block().eval()
with torch.no_grad():
    coarse.fc.weight.copy_((coarse.fc.weight * 8).round() / 8)
    y, z = module(x).double(), coarse(x).double()
expected = 20 * torch.log10(y.norm() / (y - z).norm()).item()
for models in ((module, coarse), (torch.jit.script(module), coarse), (traced, coarse)):
    found = quantloupe.compare(*models, input=x, causes="none").table("outputs").column("metrics.sqnr_db")[0]
    assert abs(found - expected) < 1e-3, (found, expected)
assert quantloupe.weights(module.state_dict(), coarse.state_dict()).table().columns[0] == "name"
try:
    quantloupe.info(traced)
except TypeError as error:
    print(error)
""")
        done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
        if "SKIPPED" in done.stderr:
            self.skipTest(done.stderr.strip())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("OnlyTraced can't be scripted, and there is no input= to trace it with", done.stdout)


class PictureTest(FolderTest):
    def setUp(self):
        super().setUp()
        ours = warnings.catch_warnings()  # matplotlib's own are not errors of ours
        ours.__enter__()
        self.addCleanup(ours.__exit__, None, None, None)
        warnings.simplefilter("ignore")
        try:
            import matplotlib
        except ImportError:
            self.skipTest("SKIPPED: matplotlib is not installed")
        matplotlib.use("agg")


class Pictures(PictureTest):

    def test_strip(self):
        answer = quantloupe.compare(FLOAT, INT8, input=INPUT)
        axes = answer.plot()
        measured = [row for row in answer.layers if row.get("metrics.sqnr_db") is not None]
        self.assertEqual(len(axes.patches), len(measured))
        self.assertAlmostEqual(min(bar.get_height() for bar in axes.patches), measured[0]["metrics.sqnr_db"], places=6)

    def test_sensitivity(self):
        answer = quantloupe.sensitivity(FLOAT, INT8, input=INPUT)
        axes = answer.plot(top=5)
        self.assertEqual(len(axes.patches), 5)
        self.assertIn("logits", axes.get_xlabel())

    def test_histogram(self):
        answer = quantloupe.weights(FLOAT, INT8)
        with self.assertRaisesRegex(KeyError, "no layer nosuch"):
            answer.plot("histogram", layer="nosuch")
        with self.assertRaisesRegex(ValueError, "there is no picture pie"):
            answer.plot("pie")
        with self.assertRaisesRegex(ValueError, "no ranking"):
            quantloupe.info(FLOAT).plot("sensitivity")

    def test_histogram_of_a_comparison_with_files(self):
        answer = quantloupe.compare(FLOAT, INT8, input=INPUT, out=self.folder)
        axes = answer.plot("histogram", layer="/block1/depthwise/Conv")
        self.assertEqual([line.get_label() for line in axes.get_lines()], ["baseline", "analysis"])


class Importing(FolderTest):
    """A package that can't be imported says why; one that isn't built isn't there."""

    def imported(self, package):
        return run_python("import quantloupe", PYTHONPATH=str(package.parent))

    def test_without_its_module(self):
        package = self.folder / "quantloupe"
        package.mkdir()
        source = pathlib.Path(quantloupe.__file__).parent
        for path in source.glob("*.py"):
            (package / path.name).write_bytes(path.read_bytes())
        done = self.imported(package)
        self.assertIn("holds no _quantloupe.so for Python", done.stderr)
        self.assertNotIn("circular", done.stderr)
        (package / "_quantloupe.cpython-27-x86_64-linux-gnu.so").write_bytes(b"")
        done = self.imported(package)
        self.assertIn("is built for another interpreter (_quantloupe.cpython-27-x86_64-linux-gnu.so)", done.stderr)

    def test_a_fresh_build_has_none(self):
        folder = self.folder / "build"
        options = ["-DQUANTLOUPE_TESTS=OFF", "-G", "Ninja"]
        done = subprocess.run([os.environ["QUANTLOUPE_CMAKE"], "-S", os.environ["QUANTLOUPE_SOURCE_DIR"], "-B", folder,
                               *options], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((folder / "lib/python3/dist-packages/quantloupe").exists())


class Types(FolderTest):
    """The stub is complete for a type checker."""

    def checked(self, text):
        try:
            import mypy
        except ImportError:
            self.skipTest("SKIPPED: mypy is not installed")
        del mypy
        program = self.folder / "program.py"
        program.write_text(text)
        packages = self.folder / "packages"
        packages.mkdir(exist_ok=True)
        if not (packages / "quantloupe").exists():
            (packages / "quantloupe").symlink_to(pathlib.Path(quantloupe.__file__).parent)
        return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(self.folder / "cache"),
                               str(program)], capture_output=True, text=True, check=False,
                              env={**os.environ, "MYPYPATH": str(packages)})

    def test_of_a_program(self):
        done = self.checked('''
import pathlib
import quantloupe

answer = quantloupe.compare("float.onnx", b"model", input=pathlib.Path("x.npy"), fail_on=["sqnr_db<20"], progress=True)
quality: str = answer["verdict"]["quality"]
worst: quantloupe.Table = answer.table("layers")[:3]
row = worst[0]
name: str = row["name"]
names: list[str] = worst.columns
quantloupe.diff(answer, "kept.json")
quantloupe.set_log_level("info")
def say(progress: quantloupe.Progress) -> None:
    print(progress.fraction)
try:
    quantloupe.tune("float.onnx", data=[1.0], target="sqnr_db=30", progress=say)
except quantloupe.ThresholdCrossed as crossed:
    print(crossed.crossed, crossed.result)
''')
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_finds_mistakes(self):
        done = self.checked('''
import quantloupe
quantloupe.compare("float.onnx", "int8.onnx", tpo=3)
quantloupe.compare("float.onnx", "int8.onnx", top="three")
number: int = quantloupe.info("float.onnx")
''')
        self.assertEqual(done.returncode, 1)
        self.assertIn('"tpo"', done.stdout)
        self.assertIn("Found 3 errors", done.stdout, done.stdout)


if __name__ == "__main__":
    unittest.main()
