# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of the user's: metric, post-processing, tap, progress."""

import threading
import time
import unittest

import numpy
import quantloupe

from support import FLOAT, INPUTS, INT8, PAIR, WORST, FolderTest, inputs

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

    def test_belongs_to_badcase_only(self):
        with self.assertRaises(TypeError):
            quantloupe.sensitivity(**PAIR, input=INPUT, metric=lambda x, y: 1.0)


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
