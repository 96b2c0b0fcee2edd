# SPDX-License-Identifier: GPL-3.0-or-later
"""The package itself: its stub, its examples, tables, what notebooks show, and how it is installed."""

import ast
import doctest
import html.parser
import inspect
import os
import pathlib
import pickle
import pkgutil
import subprocess
import sys
import unittest

import numpy
import quantloupe
from quantloupe import _stubs

from support import CONFIG, FLOAT, INPUTS, PAIR, WORST, FolderTest, run_python, shared_model

FOLDER = pathlib.Path(quantloupe.__file__).parent
INPUT = f"{INPUTS}[{WORST}]"


class Stub(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tree = ast.parse((FOLDER / "__init__.pyi").read_text())

    def test_is_the_modules(self):
        self.assertEqual((FOLDER / "__init__.pyi").read_text(), _stubs.stub())
        self.assertTrue((FOLDER / "py.typed").exists())

    def test_names_what_there_is(self):
        named = {node.name for node in self.tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        self.assertEqual(named, set(quantloupe.__all__))

    def test_functions_take_what_it_says(self):
        for node in self.tree.body:
            if not isinstance(node, ast.FunctionDef) or node.name == "set_log_level":
                continue
            parameters = inspect.signature(getattr(quantloupe, node.name)).parameters
            stated = [one.arg for one in (*node.args.args, *node.args.kwonlyargs)]
            self.assertEqual(stated, list(parameters), node.name)
            keyword_only = [one.name for one in parameters.values() if one.kind == one.KEYWORD_ONLY]
            self.assertEqual([one.arg for one in node.args.kwonlyargs], keyword_only, node.name)
            for one, default in zip(node.args.kwonlyargs, node.args.kw_defaults):
                value = inspect.Parameter.empty if default is None else ast.literal_eval(default)
                self.assertEqual(parameters[one.arg].default, value, f"{node.name} {one.arg}")

    def test_classes_have_what_it_says(self):
        result = quantloupe.compare(**PAIR, input=INPUT, causes="none")
        examples = {"Error": quantloupe.Error("x"), "ThresholdCrossed": quantloupe.ThresholdCrossed("x"), "Result": result,
                    "Table": result.table(), "ProgressBar": quantloupe.ProgressBar(), "Progress": quantloupe.Progress(0.5, "stage", "", 1.0, None)}
        for node in self.tree.body:
            if not isinstance(node, ast.ClassDef):
                continue
            stated = [one.target.id if isinstance(one, ast.AnnAssign) else one.name for one in node.body]
            for name in stated:
                self.assertTrue(hasattr(examples[node.name], name), f"{node.name}.{name}")
            own = {name for name in vars(type(examples[node.name])) if not name.startswith("_") and name != "of"}
            inherited = {name for base in type(examples[node.name]).__mro__[1:] for name in vars(base)}
            self.assertLessEqual(own - inherited, set(stated), node.name)


class Examples(unittest.TestCase):
    def test_doctests(self):
        names = ["quantloupe"] + [f"quantloupe.{one.name}" for one in pkgutil.iter_modules([str(FOLDER)])
                                  if one.name != "_quantloupe"]
        tried = 0
        for name in names:
            __import__(name)
            failed, count = doctest.testmod(sys.modules[name], verbose=False)
            self.assertEqual(failed, 0, name)
            tried += count
        self.assertGreater(tried, 5)

    def test_functions_are_explained(self):
        for name in quantloupe.__all__:
            thing = getattr(quantloupe, name)
            self.assertTrue(inspect.getdoc(thing) or name == "set_log_level", name)
        text = inspect.getdoc(quantloupe.compare)
        for keyword in inspect.signature(quantloupe.compare).parameters:
            self.assertIn(f"\n{keyword}: ", text)


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.answer = quantloupe.compare(**PAIR, input=INPUT)

    def test_main_table(self):
        table = self.answer.table()
        self.assertEqual(len(table), len(self.answer["layers"]))
        self.assertEqual({row["name"]: row.get("metrics.atol") for row in table},
                         {row["name"]: (row["metrics"] or {}).get("atol") for row in self.answer["layers"]})

    def test_numpy(self):
        array = self.answer.table().to_numpy()
        self.assertEqual(array["index"].dtype.kind, "i")
        self.assertEqual(array["metrics.sqnr_db"].dtype, numpy.float64)
        self.assertEqual(array["name"].dtype, object)

    def test_infinite_numbers_are_numbers(self):
        same = quantloupe.compare(baseline=FLOAT, analysis=FLOAT, input=INPUT)
        self.assertEqual(same["outputs"][0]["metrics"]["sqnr_db"], "inf")
        self.assertTrue(numpy.isinf(same.table("outputs").to_numpy()["metrics.sqnr_db"]).all())

    def test_rows_of_several_outputs(self):
        answer = quantloupe.sensitivity(**PAIR, input=INPUT)
        table = answer.table()
        self.assertEqual(table.columns[0], "outputs.name")
        self.assertEqual(len(table), sum(len(output["rows"]) for output in answer["outputs"]))

    def test_unknown_table(self):
        with self.assertRaisesRegex(KeyError, "no table nothing: there are"):
            self.answer.table("nothing")
        with self.assertRaises(KeyError):
            self.answer.table().column("nothing")

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            with self.assertRaisesRegex(ImportError, "pandas is not installed"):
                self.answer.table().to_pandas()
            self.skipTest("SKIPPED: pandas is not installed")
        frame = self.answer.table().to_pandas()
        self.assertIsInstance(frame, pandas.DataFrame)
        self.assertEqual(list(frame.columns), self.answer.table().columns)
        array = self.answer.table().to_numpy()
        for name in ("index", "metrics.sqnr_db", "nan_count", "baseline.min"):
            self.assertEqual(frame[name].dtype, array[name].dtype, name)
            numpy.testing.assert_array_equal(frame[name], array[name])
        worst = frame.sort_values("metrics.sqnr_db")["name"].iloc[0]
        self.assertEqual(worst, min((row for row in self.answer.table() if row["metrics.sqnr_db"] is not None),
                                    key=lambda row: row["metrics.sqnr_db"])["name"])

    def test_neither_is_required(self):
        done = run_python(f"""
import sys
sys.modules["numpy"] = sys.modules["pandas"] = None  # as if not installed
import quantloupe
table = quantloupe.weights(baseline={FLOAT!r}, analysis={PAIR["analysis"]!r}).table()
print(len(table.column("metrics.sqnr_db")), sorted(table.column("name"))[-1])
for convert in (table.to_numpy, table.to_pandas):
    try:
        convert()
    except ImportError as error:
        print(error)""")
        self.assertEqual(done.stdout.splitlines(), ["16 stem.conv.weight"] + [
            f"{name} is not installed: a table is a list of dicts as it stands" for name in ("numpy", "pandas")], done.stderr)


class Balance(html.parser.HTMLParser):
    """Fails on tags that are not closed, and on any that names could have made."""

    def __init__(self):
        super().__init__()
        self.open, self.cells = [], []

    def handle_starttag(self, tag, attrs):
        assert tag in ("h4", "table", "thead", "tbody", "tr", "th", "td", "p"), tag
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.cells.append(data.strip())


class Notebook(unittest.TestCase):
    def shown(self, what):
        parser = Balance()
        parser.feed(what._repr_html_())
        self.assertEqual(parser.open, [])
        return parser.cells

    def test_answers(self):
        for answer in (quantloupe.compare(**PAIR, input=INPUT), quantloupe.check(FLOAT), quantloupe.weights(**PAIR),
                       quantloupe.info(FLOAT), quantloupe.sensitivity(**PAIR, input=INPUT), quantloupe.demo(),
                       quantloupe.config_show(CONFIG), quantloupe.Result()):
            self.assertTrue(self.shown(answer))
        self.assertIn("/stem/conv/Conv", self.shown(quantloupe.compare(**PAIR, input=INPUT)))

    def test_names_are_no_tags(self):
        table = quantloupe.Table([{"<b>": "<script>alert(1)</script>", "n": [{"<i>": 1}]}] * 40)
        self.assertIn("<script>alert(1)</script>", self.shown(table))
        self.assertIn("30 of 40 rows", self.shown(table))


class Errors(unittest.TestCase):
    def test_say_what_and_where(self):
        with self.assertRaisesRegex(quantloupe.Error, "nothing.onnx") as raised:
            quantloupe.info("nothing.onnx")
        self.assertEqual(raised.exception.code, "file-not-found")
        self.assertIn("No such file", raised.exception.message)
        copy = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual((str(copy), copy.code, copy.context), (str(raised.exception), "file-not-found", copy.context))

    def test_wrong_words(self):
        with self.assertRaisesRegex(quantloupe.Error, "unknown metric nonsense"):
            quantloupe.compare(**PAIR, input=INPUT, sort="nonsense")
        with self.assertRaisesRegex(quantloupe.Error, "--analysis or --config"):
            quantloupe.compare(baseline=FLOAT)

    def test_wrong_types(self):
        for arguments in ({"top": []}, {"all_nodes": 1}, {"prefix": 3j}, {"sort": ["a", "b"]}, {"map": b"x"}, {"top": True},
                          {"tap": 3}, {"prefix": [["a"]]}):
            with self.assertRaises(TypeError, msg=str(arguments)):
                quantloupe.compare(**PAIR, input=INPUT, **arguments)
        with self.assertRaisesRegex(TypeError, r"compare\(\): got an unexpected keyword argument 'tpo'"):
            quantloupe.compare(**PAIR, input=INPUT, tpo=3)
        with self.assertRaisesRegex(TypeError, "missing a required argument: 'model'"):
            quantloupe.info()

    def test_words_that_look_like_options(self):
        with self.assertRaisesRegex(quantloupe.Error, "--help"):
            quantloupe.info("--help")

    def test_crossed_thresholds_keep_the_answer(self):
        with self.assertRaises(quantloupe.ThresholdCrossed) as raised:
            quantloupe.compare(**PAIR, input=INPUT, fail_on="sqnr_db<100")
        self.assertEqual(raised.exception.result["schema"], "quantloupe.compare/1")

    def test_log_level(self):
        quantloupe.set_log_level("error")
        quantloupe.set_log_level("warning")
        with self.assertRaisesRegex(ValueError, "unknown log level loud"):
            quantloupe.set_log_level("loud")


class Installed(FolderTest):
    """A tree as a package lays it down, anywhere."""

    def test_runs(self):
        subprocess.run([os.environ["QUANTLOUPE_CMAKE"], "--install", os.environ["QUANTLOUPE_BUILD_DIR"], "--prefix",
                        self.folder], check=True, stdout=subprocess.DEVNULL)
        packages = self.folder / "lib/python3/dist-packages"
        self.assertTrue((packages / "quantloupe/py.typed").exists())
        self.assertTrue((packages / "quantloupe/__init__.pyi").exists())
        done = run_python("import quantloupe; print(quantloupe.__file__); print(quantloupe.demo()['baseline'])",
                          PYTHONPATH=str(packages))
        self.assertEqual(done.stdout.splitlines(), [str(packages / "quantloupe/__init__.py"),
                                                    str(self.folder / "share/quantloupe/demo/float.onnx")], done.stderr)

    def test_torchscript_is_read(self):
        """By a child process, which must find its way in a process that isn't ours."""
        model = shared_model("torchscript", "silero_mini_v2_dynquant.jit")
        self.assertEqual(quantloupe.info(model)["kind"], "dynamic")


if __name__ == "__main__":
    unittest.main()
