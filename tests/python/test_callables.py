# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of the user's: metric, post-processing, tap, progress."""

import pathlib
import shutil
import threading
import time
import unittest

import numpy
import quantloupe

from support import CONFIG, DEMO, FLOAT, INPUTS, INT8, LABELS, PAIR, WORST, FolderTest, inputs

SEARCH = {**PAIR, "data": INPUTS, "num_steps": 12}
INPUT = f"{INPUTS}[{WORST}]"


class Metric(FolderTest):
    def test_says_the_same_as_an_expression(self):
        mine = quantloupe.badcase(**SEARCH, order="descending",
                                  metric=lambda x, y: numpy.abs(x["logits"] - y["logits"]).mean(dtype=float))
        written = quantloupe.badcase(**SEARCH, metric="mean(abs(x-y))", order="descending")
        self.assertEqual(mine["worst"]["custom"]["index"], written["worst"]["custom"]["index"])
        numpy.testing.assert_allclose(mine["values"]["custom"]["logits"], written["values"]["custom"]["logits"], rtol=1e-6)

    def test_sees_all_outputs(self):
        def flipped(baseline, analysis):
            """The class, which no expression over elements says."""
            return baseline["logits"].argmax() != analysis["logits"].argmax()
        answer = quantloupe.badcase(**{**SEARCH, "num_steps": 0}, metric=flipped, order="descending")
        flips = quantloupe.badcase(**PAIR, data=INPUTS, labels=str(INPUTS).replace("inputs", "labels"))["labels"]["flips"]
        self.assertEqual(sum(answer["values"]["custom"]["logits"]), len(flips))
        self.assertGreater(len(flips), 0)
        self.assertEqual(answer["metrics"][-1], {"key": "custom", "expression": "flipped", "order": "descending"})

    def test_nan_is_the_worst(self):
        calls = []
        answer = quantloupe.badcase(**SEARCH, threads=1, order="descending",
                                    metric=lambda x, y: float("nan") if calls.append(1) or len(calls) == 5 else 1.0)
        self.assertEqual(answer["worst"]["custom"]["index"], 4)

    def test_needs_an_order(self):
        with self.assertRaisesRegex(quantloupe.Error, "needs an order"):
            quantloupe.badcase(**SEARCH, metric=lambda x, y: 1)

    def test_raises_what_it_raises(self):
        class Mine(Exception):
            pass
        mine = Mine("unchanged")

        def metric(baseline, analysis):
            raise mine
        with self.assertRaises(Mine) as raised:
            quantloupe.badcase(**SEARCH, metric=metric, order="descending")
        self.assertIs(raised.exception, mine)

    def test_must_say_a_number(self):
        with self.assertRaises((TypeError, ValueError)):
            quantloupe.badcase(**SEARCH, metric=lambda x, y: "much", order="descending")

    def test_search_is_never_continued(self):
        def search(value):
            return quantloupe.badcase(**SEARCH, metric=lambda x, y: value, order="descending", out=self.folder)
        search(1.0)
        answer = search(2.0)
        self.assertEqual((answer["resumed_samples"], answer["worst"]["custom"]["value"]), (0, 2.0))

    def test_belongs_to_some_only(self):
        with self.assertRaises(TypeError):
            quantloupe.shadow(**PAIR, input=INPUT, metric=lambda x, y: 1.0)

    def test_ranks_layers(self):
        ranked = quantloupe.sensitivity(**PAIR, input=INPUT, metric=lambda x, y: numpy.abs(x["logits"] - y["logits"]).max())
        measured = quantloupe.sensitivity(**PAIR, input=INPUT, metric="atol")
        own, atol = ranked["outputs"][0], measured["outputs"][0]
        self.assertEqual((own["name"], own["metric"], atol["name"]), ("all_outputs", "custom", "logits"))
        self.assertEqual([row["op_name"] for row in own["rows"]], [row["op_name"] for row in atol["rows"]])
        numpy.testing.assert_allclose([row["metric_value"] for row in own["rows"]],
                                      [row["metric_value"] for row in atol["rows"]], rtol=1e-6)

    def test_compares_outputs(self):
        answer = quantloupe.compare(**PAIR, input=INPUT, causes="none",
                                    metric=lambda x, y: numpy.abs(x["logits"] - y["logits"]).max())
        self.assertAlmostEqual(answer["functions"]["metric"], answer["outputs"][0]["metrics"]["atol"], places=6)


def right(outputs, samples):
    """Share of samples that are put into their class."""
    labels = numpy.load(LABELS)
    return numpy.mean([one["logits"].argmax() == labels[sample] for one, sample in zip(outputs, samples)])


class Judge(FolderTest):
    TUNE = {"baseline": FLOAT, "config": CONFIG, "data": INPUTS, "judge_samples": 0}

    def test_tunes(self):
        calls = []

        def judge(outputs, samples):
            calls.append(list(samples))
            return right(outputs, samples)
        answer = quantloupe.tune(**self.TUNE, judge=judge, target="judge=0.5")
        self.assertEqual((answer["metric"], answer["targets"]), ("judge", [{"output": "", "value": 0.5}]))
        self.assertTrue(answer["reached"])
        self.assertEqual(set(map(tuple, calls)), {tuple(range(len(inputs())))})
        self.assertLessEqual(len(calls), answer["evaluations"] + 1)
        labels = quantloupe.badcase(**PAIR, data=INPUTS, labels=LABELS)["labels"]
        self.assertEqual(answer["baseline_value"], labels["baseline_correct"] / len(inputs()))

    def test_ranks_layers(self):
        answer = quantloupe.sensitivity(**PAIR, input=INPUT, judge=lambda outputs, samples: outputs[0]["logits"].max())
        rows = answer["outputs"][0]["rows"]
        self.assertEqual(answer["outputs"][0]["metric"], "judge")
        values = [row["metric_value"] for row in rows]
        self.assertEqual(values, sorted(values))
        found = quantloupe.run(INT8, input=INPUT)["outputs"][0]
        self.assertAlmostEqual(answer["outputs"][0]["everything_on"], found["max"], places=5)

    def test_beside_a_measure(self):
        answer = quantloupe.sensitivity(**PAIR, input=INPUT, metric=["l1", "cosine"], judge=lambda outputs, samples: 1.0)
        self.assertEqual([one["metric"] for one in answer["outputs"]], ["judge", "l1", "cosine"])

    def test_compares_models(self):
        answer = quantloupe.compare(**PAIR, input=INPUT, causes="none", judge=lambda outputs, _: outputs[0]["logits"].sum())
        for side, model in (("baseline", FLOAT), ("analysis", INT8)):
            seen = {}
            quantloupe.run(model, input=INPUT, tap=lambda layer, *values: seen.update(last=values[0]))
            self.assertAlmostEqual(answer["functions"][f"{side}_judged"], float(seen["last"].sum()), places=4)

    def test_searches_bad_cases(self):
        answer = quantloupe.badcase(**PAIR, data=INPUTS, labels=LABELS, judge=right)
        labels = answer["labels"]
        self.assertEqual(answer["metric"], "judge_drop")
        self.assertEqual(answer["values"]["judge"]["logits"],
                         [float(one == label) for one, label in zip(labels["analysis_top1"], labels["labels"])])
        drops = answer["values"]["judge_drop"]["logits"]
        self.assertEqual(sum(drops), labels["baseline_correct"] - labels["analysis_correct"])
        self.assertEqual(max(drops), 1.0)
        wrong = quantloupe.badcase(**SEARCH, judge=lambda *given: 1 - right(*given), judge_better="lower")
        self.assertEqual(wrong["values"]["judge_drop"]["logits"], drops[:12])

    def test_decides_about_repairs(self):
        calls = []

        def judge(outputs, samples):
            calls.append(list(samples))
            return right(outputs, samples)
        answer = quantloupe.fix(baseline=FLOAT, config=CONFIG, data=INPUTS, fix=["per_channel"], worst_layers=2,
                                judge_samples=0, judge=judge)
        self.assertEqual(set(map(tuple, calls)), {tuple(range(2, len(inputs()), 3))})  # those that are held out
        self.assertLess(answer["start"]["judged"], answer["best"]["judged"])
        self.assertEqual((answer["judge_better"], answer["rows"][0]["state"]), ("higher", "chosen"))

    def test_command_in_its_place(self):
        program = f"/usr/bin/python3 '{DEMO / 'judge.py'}' '{LABELS}'"
        answer = quantloupe.tune(**self.TUNE, judge_command=program, target="judge=0.5")
        self.assertEqual(answer["baseline_value"], quantloupe.tune(**self.TUNE, judge=right, target="judge=0.5")["baseline_value"])
        with self.assertRaisesRegex(quantloupe.Error, "there are two judges"):
            quantloupe.tune(**self.TUNE, judge=right, judge_command=program, target="judge=0.5")

    def test_raises_what_it_raises_and_changes_nothing(self):
        class Mine(Exception):
            pass
        mine = Mine("unchanged")

        def judge(outputs, samples):
            raise mine
        config = shutil.copy(CONFIG, self.folder / "config.yaml")
        before = pathlib.Path(config).read_bytes()
        for ask in (lambda: quantloupe.tune(**{**self.TUNE, "config": config}, judge=judge, target="judge=0.9", apply=True,
                                            out=self.folder / "out"),
                    lambda: quantloupe.fix(baseline=FLOAT, config=config, data=INPUTS, judge=judge, out=self.folder / "out"),
                    lambda: quantloupe.badcase(**SEARCH, judge=judge, out=self.folder / "out"),
                    lambda: quantloupe.sensitivity(**PAIR, input=INPUT, judge=judge, out=self.folder / "out"),
                    lambda: quantloupe.compare(**PAIR, input=INPUT, judge=judge, out=self.folder / "out")):
            with self.assertRaises(Mine) as raised:
                ask()
            self.assertIs(raised.exception, mine)
        self.assertEqual(pathlib.Path(config).read_bytes(), before)
        self.assertFalse((self.folder / "out").exists() and any((self.folder / "out").iterdir()))

    def test_must_fit_its_target(self):
        with self.assertRaisesRegex(quantloupe.Error, "a judge is given, and the target is another metric's"):
            quantloupe.tune(**self.TUNE, judge=right, target="sqnr_db=20")
        with self.assertRaisesRegex(quantloupe.Error, "the target is a judge's, and none is given"):
            quantloupe.tune(**self.TUNE, target="judge=0.9")
        with self.assertRaisesRegex(quantloupe.Error, "it takes one target, and no output"):
            quantloupe.tune(**self.TUNE, judge=right, target="logits:judge=0.9")
        with self.assertRaises((TypeError, ValueError)):
            quantloupe.tune(**self.TUNE, judge=lambda outputs, samples: "good", target="judge=0.9")


class PostProcess(unittest.TestCase):
    def test_is_measured_in_the_outputs_place(self):
        def probabilities(outputs):
            powers = numpy.exp(outputs["logits"])
            return {"probabilities": powers / powers.sum()}
        answer = quantloupe.badcase(**SEARCH, post_process=probabilities)
        self.assertEqual(answer["outputs"], ["probabilities"])
        self.assertLessEqual(answer["worst"]["atol"]["value"], 1.0)
        raw = quantloupe.badcase(**SEARCH)
        self.assertGreater(raw["worst"]["atol"]["value"], 1.0)

    def test_other_outputs_than_the_models(self):
        answer = quantloupe.badcase(**SEARCH, post_process=lambda outputs: (outputs["logits"][:, :3], outputs["logits"].max()))
        self.assertEqual(answer["outputs"], ["output_0", "output_1"])

    def test_metric_sees_what_it_returns(self):
        answer = quantloupe.badcase(**SEARCH, post_process=lambda outputs: {"class": outputs["logits"].argmax(axis=1)},
                                    metric=lambda x, y: float((x["class"] != y["class"]).sum()), order="descending")
        self.assertEqual(answer["worst"]["custom"]["index"], 10)

    def test_of_rankings_and_comparisons(self):
        def probabilities(outputs):
            powers = numpy.exp(outputs["logits"])
            return {"probabilities": powers / powers.sum()}
        compared = quantloupe.compare(**PAIR, input=INPUT, causes="none", post_process=probabilities)
        ranked = quantloupe.sensitivity(**PAIR, input=INPUT, metric="atol", post_process=probabilities)
        for answer in (compared, ranked):
            self.assertEqual([one["name"] for one in answer["outputs"]], ["probabilities"])
        self.assertLessEqual(compared["outputs"][0]["metrics"]["atol"], 1.0)
        self.assertAlmostEqual(ranked["outputs"][0]["everything_on"], compared["outputs"][0]["metrics"]["atol"], places=5)

    def test_must_return_the_same_outputs_always(self):
        calls = []
        with self.assertRaisesRegex(quantloupe.Error, "the post-processing returns 4, and returned 1 before"):
            quantloupe.badcase(**SEARCH, threads=1,
                               post_process=lambda outputs: calls.append(1) or {str(len(calls) // 4 * 3 + 1): outputs["logits"]})

    def test_must_return_arrays(self):
        for wrong in ({}, {"x": "text"}, None):
            with self.assertRaises((TypeError, quantloupe.Error)):
                quantloupe.badcase(**SEARCH, post_process=lambda outputs: wrong)


class Tap(unittest.TestCase):
    def test_sees_both_models_real_numbers(self):
        largest = {}

        def tap(layer, baseline, analysis):
            self.assertEqual((baseline.dtype, baseline.shape), (numpy.float32, analysis.shape))
            largest[layer] = numpy.abs(baseline.astype(float) - analysis).max()
        answer = quantloupe.compare(**PAIR, input=INPUT, tap=tap)
        expected = {row["name"]: row["metrics"]["atol"] for row in answer["layers"] if row["state"] == "compared"}
        self.assertEqual(largest.keys(), expected.keys())
        for layer, atol in expected.items():
            self.assertAlmostEqual(largest[layer], atol, places=6)

    def test_sees_what_is_asked_for_only(self):
        layers = []
        quantloupe.compare(**PAIR, input=INPUT, prefix="/head", tap=lambda layer, *values: layers.append(layer))
        self.assertTrue(layers)
        self.assertTrue(all(layer.startswith("/head") for layer in layers))

    def test_what_it_keeps_stays(self):
        kept = []
        quantloupe.run(FLOAT, input=INPUT, tap=lambda layer, value: kept.append((value, value.copy())))
        self.assertGreater(len(kept), 5)
        for value, copy in kept:
            numpy.testing.assert_array_equal(value, copy)

    def test_shadow_shows_the_twins_of_one_input(self):
        found = {}

        def tap(layer, in_float, quantized):
            found[layer] = numpy.abs(in_float.astype(float) - quantized).max()
        answer = quantloupe.shadow(**PAIR, input=INPUT, tap=tap)
        rows = {row["name"]: row["metrics_on_analysis_inputs"] for row in answer["rows"]}
        self.assertTrue(found)
        for layer, atol in found.items():
            self.assertAlmostEqual(atol, rows[layer]["atol"], places=6)

    def test_raises_what_it_raises(self):
        for function, arguments in ((quantloupe.compare, PAIR), (quantloupe.shadow, PAIR), (quantloupe.run, {"model": FLOAT})):
            with self.assertRaisesRegex(ZeroDivisionError, "division by zero"):
                function(**arguments, input=INPUT, tap=lambda layer, *values: 1 / 0)


class Progress(unittest.TestCase):
    def test_is_told_on_the_calling_thread(self):
        told = []
        quantloupe.badcase(**PAIR, data=list(inputs()) * 20, progress=lambda news: told.append((news, threading.get_ident())))
        self.assertEqual({thread for _, thread in told}, {threading.get_ident()})
        self.assertTrue(all(0.0 <= news.fraction <= 1.0 for news, _ in told))
        self.assertIn("searching the bad case", [news.stage for news, _ in told])

    def test_ends_what_it_raises_in(self):
        began = time.monotonic()

        def enough(news):
            raise StopIteration("enough")
        with self.assertRaisesRegex(StopIteration, "enough"):
            quantloupe.badcase(**PAIR, data=[sample for sample in inputs()] * 1000, progress=enough)
        self.assertLess(time.monotonic() - began, 5)

    def test_must_be_callable(self):
        with self.assertRaisesRegex(TypeError, "progress is no callable"):
            quantloupe.info(FLOAT, progress=1)

    def test_a_callable_may_ask_again(self):
        answer = quantloupe.badcase(**{**SEARCH, "num_steps": 2}, order="descending",
                                    metric=lambda x, y: len(quantloupe.info(INT8)["inputs"]))
        self.assertEqual(answer["worst"]["custom"]["value"], 1)


if __name__ == "__main__":
    unittest.main()
