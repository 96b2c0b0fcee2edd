# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays, dicts, sequences and iterators in place of files."""

import array
import itertools
import unittest

import numpy
import quantloupe

from support import CONFIG, FLOAT, INPUTS, INT8, PAIR, WORST, inputs, run_python, shared_model, without_times

SEARCH = {**PAIR, "num_steps": 6}


def values(answer):
    """What was measured, without what the samples are called."""
    return answer["values"], answer["worst"]["atol"]["index"]


class Sequences(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack = inputs()
        cls.expected = values(quantloupe.badcase(**SEARCH, data=INPUTS))

    def hold(self, data):
        self.assertEqual(values(quantloupe.badcase(**SEARCH, data=data)), self.expected)

    def test_stack(self):
        self.hold(self.stack)

    def test_dict_of_stacks(self):
        self.hold({"image": self.stack})

    def test_list(self):
        self.hold(list(self.stack))

    def test_list_of_dicts(self):
        self.hold([{"image": sample[None]} for sample in self.stack])

    def test_tuples_go_by_position(self):
        self.hold([(sample[None],) for sample in self.stack])

    def test_generator(self):
        self.hold(sample for sample in self.stack)

    def test_generator_of_dicts(self):
        self.hold({"image": sample} for sample in self.stack)

    def test_no_more_is_drawn_than_asked_for(self):
        drawn = []
        self.hold(drawn.append(i) or self.stack[i % 64] for i in itertools.count())
        self.assertEqual(drawn, list(range(6)))

    def test_anything_with_length_and_index(self):
        outer = self

        class Samples:
            def __len__(self):
                return 64

            def __getitem__(self, index):
                return outer.stack[index][None]

        self.hold(Samples())

    def test_what_an_iterator_gave_is_kept_on_disk(self):
        from quantloupe import _data
        before, _data.MOST_IN_MEMORY = _data.MOST_IN_MEMORY, 100
        try:
            self.hold(sample for sample in self.stack)
        finally:
            _data.MOST_IN_MEMORY = before

    def test_without_numpy(self):
        done = run_python(f"""
import sys
sys.modules["numpy"] = None
import array, quantloupe
flat = array.array("f")
with open({INPUTS!r}, "rb") as file:
    file.seek(128)
    flat.frombytes(file.read())
stack = memoryview(flat).cast("B").cast("f", (64, 1, 20, 20))
seen = []
answer = quantloupe.badcase(baseline={FLOAT!r}, analysis={INT8!r}, data=stack, num_steps=6, order="descending",
                            metric=lambda x, y: seen.append(type(x["logits"]).__name__) or abs(x["logits"][0, 0]))
print(answer["worst"]["atol"]["index"], set(seen))
table = answer.table()
print(len(table) > 0)
try:
    table.to_numpy()
except ImportError as error:
    print(error)
""")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[:2], [f"{self.expected[1]} {{'memoryview'}}", "True"], done.stderr)
        self.assertIn("numpy is not installed", lines[2])

    def test_calibration(self):
        def layers(data):
            return quantloupe.compare(baseline=FLOAT, config=CONFIG, calibration_data=data, input=self.stack[:1],
                                      num_samples=5)["layers"]
        self.assertEqual(without_times(layers(iter(self.stack))), without_times(layers(INPUTS)))

    def test_memory_may_change_between_calls(self):
        def atol(sample):
            answer = quantloupe.compare(baseline=FLOAT, config=CONFIG, calibration_data=INPUTS, input=sample)
            return answer["outputs"][0]["metrics"]["atol"]
        sample = self.stack[:1].copy()
        first = atol(sample)
        sample[:] = self.stack[WORST]
        second = atol(sample)
        self.assertNotEqual(first, second)
        self.assertEqual(second, atol(self.stack[WORST:WORST + 1]))


class Types(unittest.TestCase):
    def run_on(self, sample):
        return quantloupe.run(FLOAT, input=sample)["outputs"][0]["head"]

    def test_every_order_of_axes_and_bytes(self):
        stack = inputs()
        sample = stack[WORST:WORST + 1]
        expected = self.run_on(f"{INPUTS}[{WORST}]")
        for same in (sample, numpy.asfortranarray(sample), sample.astype(">f4"), sample.astype("f8"), sample.astype(">f8"),
                     stack[::-1][63 - WORST:64 - WORST], numpy.repeat(sample, 2, axis=3)[..., ::2], stack[WORST][None],
                     sample[..., ::-1][..., ::-1], memoryview(sample), sample.tolist(), {"image": sample}, (sample,)):
            self.assertEqual(self.run_on(same), expected, getattr(same, "dtype", type(same)))

    def test_array_of_the_standard_library(self):
        flat = array.array("f", inputs()[WORST].ravel())
        self.assertEqual(self.run_on(memoryview(flat).cast("B").cast("f", (1, 1, 20, 20))),
                         self.run_on(f"{INPUTS}[{WORST}]"))

    def test_what_is_no_number_is_refused_by_name(self):
        sample = inputs()[:1]
        for wrong in (sample.astype(object), sample.astype("datetime64[s]"), sample.astype("U"), sample.astype("S3"),
                      sample.astype(numpy.longdouble), numpy.zeros(3, [("a", "f4")])):
            with self.assertRaisesRegex(TypeError, "can't be an input"):
                self.run_on(wrong)

    def test_what_is_no_array_is_refused(self):
        for wrong in (b"abc", object(), print, {1, 2}, True.__class__):
            with self.assertRaises(TypeError):
                self.run_on(wrong)
        for wrong in (5, b"abc", object(), print):
            with self.assertRaisesRegex(TypeError, "holds no samples"):
                quantloupe.badcase(**PAIR, data=wrong)

    def test_what_does_not_fit_the_model_is_refused(self):
        stack = inputs()
        for wrong, reason in ((stack.astype("i4"), "expects float32, found int32"), (stack[:0], "holds no sample"),
                              (stack[:, :, :7], "expects shape"), ({"picture": stack, "image": stack}, "for no input"),
                              ([(stack[:1], 3)], "an array for input 2, and the model has 1")):
            with self.assertRaisesRegex(quantloupe.Error, reason):
                quantloupe.badcase(**PAIR, data=wrong)
        with self.assertRaisesRegex(ValueError, "different numbers of samples"):
            quantloupe.badcase(**PAIR, data={"image": stack, "mask": stack[:3]})


if __name__ == "__main__":
    unittest.main()
