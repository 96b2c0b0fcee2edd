# SPDX-License-Identifier: GPL-3.0-or-later
"""Every function answers as its command does with --json."""

import keyword
import pathlib
import re
import shutil
import unittest

import quantloupe
from quantloupe._commands import LEFT_OUT, LEFT_OUT_OPTIONS, all_commands

from support import CONFIG, DEMO, FLOAT, INPUTS, INT8, PAIR, WORST, FolderTest, document, printed, shared_model, without_times

INPUT = f"{INPUTS}[{WORST}]"
LAYER = "/stem/conv/Conv"


class Answers(FolderTest):
    def hold(self, function, *words, **arguments):
        """The function's answer is what the words print."""
        self.assertEqual(without_times(function(**arguments)), without_times(document(*words)))

    def pair(self, function, *words, **arguments):
        self.hold(function, function.__name__, f"--baseline={FLOAT}", f"--analysis={INT8}", *words, **PAIR, **arguments)

    def copied(self, file, name):
        return str(shutil.copy(file, self.folder / name))

    def test_info(self):
        self.hold(quantloupe.info, "info", FLOAT, model=pathlib.Path(FLOAT))

    def test_run(self):
        self.hold(quantloupe.run, "run", FLOAT, f"--input={INPUT}", model=FLOAT, input=INPUT)

    def test_compare(self):
        self.pair(quantloupe.compare, f"--input={INPUT}", "--type=Conv,Gemm", "--causes=none", input=INPUT,
                  type=["Conv", "Gemm"], causes="none")

    def test_compare_simulated(self):
        calibration = DEMO / "calibration.npy"
        self.hold(quantloupe.compare, "compare", "--baseline", FLOAT, "--config", CONFIG, "--calibration-data", calibration,
                  "--input", INPUT, "--num-samples=4", baseline=FLOAT, config=CONFIG, calibration_data=calibration,
                  input=INPUT, num_samples=4)

    def test_compare_variant(self):
        self.hold(quantloupe.compare, "compare", "--baseline", FLOAT, "--variant", "folded", "--input", INPUT,
                  baseline=FLOAT, variant="folded", input=INPUT)

    def test_badcase(self):
        self.pair(quantloupe.badcase, f"--data={INPUTS}", "--metric=max(abs(x-y))", "--order=descending", "--num-steps=8",
                  data=INPUTS, metric="max(abs(x-y))", order="descending", num_steps=8)

    def test_sensitivity(self):
        self.pair(quantloupe.sensitivity, f"--input={INPUT}", "--metric=l1", "--metric=cosine", "--what=both",
                  input=[INPUT], metric=["l1", "cosine"], what="both")

    def test_attribution(self):
        self.pair(quantloupe.attribution, f"--input={INPUT}", input=INPUT)

    def test_shadow(self):
        self.pair(quantloupe.shadow, f"--input={INPUT}", input=INPUT)

    def test_weights(self):
        self.pair(quantloupe.weights)

    def test_profile(self):
        self.hold(quantloupe.profile, "profile", FLOAT, f"--input={INPUT}", "--per-channel", model=FLOAT, input=INPUT,
                  per_channel=True)

    def test_check(self):
        self.hold(quantloupe.check, "check", INT8, model=INT8)

    def test_diff(self):
        files = []
        for sample in (3, WORST):
            files.append(self.folder / f"{sample}.json")
            files[-1].write_text(printed("compare", "--baseline", FLOAT, "--analysis", INT8, f"--input={INPUTS}[{sample}]",
                                         "--json"))
        self.hold(quantloupe.diff, "diff", *files, before=files[0], after=files[1])

    def test_report(self):
        file = self.folder / "weights.json"
        file.write_text(printed("weights", "--baseline", FLOAT, "--analysis", INT8, "--json"))
        out = self.folder / "page.html"
        self.hold(quantloupe.report, "report", file, "--out", out, result=file, out=out)

    def test_clean(self):
        quantloupe.run(FLOAT, input=INPUT, dump=self.folder / "dump")
        self.hold(quantloupe.clean, "clean", self.folder, dir=self.folder)

    def test_config_show(self):
        self.hold(quantloupe.config_show, "config", "show", CONFIG, f"--model={FLOAT}", file=CONFIG, model=FLOAT)

    def test_config_check(self):
        self.hold(quantloupe.config_check, "config", "check", CONFIG, file=CONFIG)

    def test_config_convert(self):
        self.hold(quantloupe.config_convert, "config", "convert", CONFIG, "--to=horizon-json", file=CONFIG, to="horizon-json")

    def edit(self, function, *words, **arguments):
        """On two copies of a config, that one behind the other go by the same name."""
        file = self.copied(CONFIG, "config.yaml")
        answer = without_times(document("config", function.__name__.partition("_")[2], file, LAYER, *words))
        edited = pathlib.Path(file).read_text()
        self.copied(CONFIG, "config.yaml")
        self.assertEqual(without_times(function(file, LAYER, **arguments)), answer)
        self.assertEqual(pathlib.Path(file).read_text(), edited)
        self.assertTrue(function.__name__ == "config_restore" or edited != pathlib.Path(CONFIG).read_text())

    def test_config_set(self):
        self.edit(quantloupe.config_set, "--activation-bits=16", activation_bits=16)

    def test_config_skip(self):
        self.edit(quantloupe.config_skip)

    def test_config_restore(self):
        self.edit(quantloupe.config_restore)

    def test_config_from_model(self):
        out = self.folder / "made.yaml"
        self.hold(quantloupe.config_from_model, "config", "from-model", INT8, f"--baseline={FLOAT}", "--dialect=amct-yaml",
                  f"--out={out}", analysis=INT8, baseline=FLOAT, dialect="amct-yaml", out=out)

    def test_config_create(self):
        out = self.folder / "first.yaml"
        self.hold(quantloupe.config_create, "config", "create", FLOAT, "--dialect=amct-yaml", f"--out={out}", model=FLOAT,
                  dialect="amct-yaml", out=out)

    def test_calibrate(self):
        out = self.folder / "made"
        self.hold(quantloupe.calibrate, "calibrate", FLOAT, f"--config={CONFIG}", f"--data={INPUTS}", f"--out={out}",
                  model=FLOAT, config=CONFIG, data=INPUTS, out=out)

    def test_tune(self):
        self.hold(quantloupe.tune, "tune", f"--baseline={FLOAT}", f"--config={CONFIG}", f"--data={INPUTS}",
                  "--num-samples=4", "--target=sqnr_db=5", baseline=FLOAT, config=CONFIG, data=INPUTS, num_samples=4,
                  target="sqnr_db=5")

    def test_fix(self):
        self.pair(quantloupe.fix, f"--data={INPUTS}", "--judge-samples=4", "--fix=bias_correction", data=INPUTS, judge_samples=4,
                  fix="bias_correction")

    def test_finetune(self):
        self.hold(quantloupe.finetune, "finetune", f"--baseline={FLOAT}", f"--config={CONFIG}", f"--data={INPUTS}",
                  "--num-samples=4", "--steps=2", baseline=FLOAT, config=CONFIG, data=INPUTS, num_samples=4, steps=2)

    def test_analyze(self):
        out = self.folder / "all"
        self.pair(quantloupe.analyze, f"--input={INPUT}", "--part=check", "--part=weights", f"--out={out}", input=INPUT,
                  part=["check", "weights"], out=out)

    def test_schema(self):
        self.hold(quantloupe.schema, "schema", "compare", document="compare")
        self.assertEqual(quantloupe.schema()["lines"], printed("schema").splitlines())

    def test_demo(self):
        self.hold(quantloupe.demo, "demo")

    def test_shared_models(self):
        model = shared_model("models", "mnist.onnx")
        self.hold(quantloupe.profile, "profile", model, "--input=random:3", model=model, input="random:3")

    def test_every_function_is_tested(self):
        for command in all_commands():
            self.assertTrue(hasattr(self, f"test_{command.name}"), command.name)


class Keywords(unittest.TestCase):
    """What the command line's help lists is there."""

    @staticmethod
    def listed(help_text):
        blocks = re.findall(r"^Commands[^\n]*:\n((?:  [^\n]*\n)+)", help_text, re.MULTILINE)
        return re.findall(r"^  ([a-z][a-z-]*) ", "".join(blocks), re.MULTILINE)

    def test_every_command_is_a_function(self):
        found = self.listed(printed("--help"))
        self.assertGreater(len(found), 15)
        for command in found:
            inner = self.listed(printed(command, "--help"))
            for words in [[command, one] for one in inner] or [[command]]:
                if " ".join(words) not in LEFT_OUT:
                    self.assertTrue(callable(getattr(quantloupe, "_".join(words).replace("-", "_"), None)), words)

    def test_every_option_is_a_keyword(self):
        for command in all_commands():
            options = {option.keyword for option in command.options}
            page = printed(*command.words, "--help-all")
            named = re.findall(r"^  (?:-\w, |    )--([a-z-]+)", page, re.MULTILINE)
            self.assertGreater(len(named), 2, command.name)
            for first in named:
                if first not in ("help", "help-all", *LEFT_OUT_OPTIONS):
                    name = first.replace("-", "_")
                    self.assertIn(name + "_" if keyword.iskeyword(name) else name, options, command.name)


if __name__ == "__main__":
    unittest.main()
