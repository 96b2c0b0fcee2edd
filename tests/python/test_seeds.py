# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples of the tools that users come from, line by line: theirs as a comment, ours below."""

import json
import pathlib
import shutil
import unittest

import numpy
import quantloupe

from support import CONFIG, DEMO, FLOAT, INPUTS, INT8, LABELS, PAIR, FolderTest, inputs, shared_model

CALIBRATION = str(DEMO / "calibration.npy")
DEPTHWISE = "/block1/depthwise/Conv"
DEPTHWISE_TRACED = "conv2d_2"  # what torch.fx calls it: beside a ReLU in one module it is a function's call
DEPTHWISE_WEIGHT = "block1.depthwise.weight"
WORST = 13  # of the inputs, by Atol: the demo's bad case


def compute_error(x, y):
    #     Ps = torch.norm(x)
    #     Pn = torch.norm(x-y)
    #     return 20*torch.log10(Ps/Pn)
    with numpy.errstate(divide="ignore"):
        return 20 * numpy.log10(numpy.linalg.norm(x.astype(float)) / numpy.linalg.norm(x.astype(float) - y))


class HorizonAccuracyTool(FolderTest):
    """精度调优工具使用指南: QuantAnalysis, ModelProfiler."""

    def test_full_example(self):
        out = self.folder / "floatvsqat"
        # data = torch.rand((1, 3, 32, 32))
        data = inputs()[WORST:WORST + 1]
        # float_net = Net()
        # qat_net = prepare(float_net, data, default_qat_qconfig_setter)
        pair = {"baseline": FLOAT, "analysis": INT8}
        # check_qat_model(qat_net, data, save_results=True)
        checked = quantloupe.check(INT8, out=out)
        self.assertTrue((out / "model_check_result.txt").exists())
        self.assertTrue(checked["findings"])
        # qa = QuantAnalysis(baseline_model=float_net, analysis_model=qat_net, analysis_model_type="fake_quant",
        #     device_ids=0, out_dir="./floatvsqat")
        qa = {**pair, "device": "cpu", "out": out}
        # qa.set_bad_case(data)
        # qa.run()
        # qa.compare_per_layer()
        compared = quantloupe.compare(**qa, input=data)
        for name in ("compare_per_layer_out.txt", "compare_per_layer_out.csv", "abnormal_layer_advisor.txt"):
            self.assertTrue((out / name).exists(), name)
        self.assertEqual(compared["error_origin"], DEPTHWISE)
        # qa.sensitivity()
        ranked = quantloupe.sensitivity(**qa, input=data)
        # [[op1, "activation", op1_type, L1, qint8, flops1], …]
        rows = [[row["op_name"], row["sensitive_type"], row["op_type"], row["metric_value"], row["quant_dtype"], row["flops"]]
                for row in ranked["outputs"][0]["rows"]]
        self.assertEqual(rows[0][:3], [DEPTHWISE, "weight", "Conv"])

    def test_auto_find_bad_case(self):
        out = self.folder / "out"
        yielded = []

        def your_dataloader():
            for sample in inputs():
                yielded.append(1)
                yield {"image": sample[None]}
        # qa.auto_find_bad_case(your_dataloader, num_steps=100)
        found = quantloupe.badcase(**PAIR, data=your_dataloader(), num_steps=40, out=out)
        self.assertEqual((found["samples"], len(yielded), found["metric"]), (40, 40, "atol"))
        self.assertEqual(found["worst"]["atol"]["index"], WORST)
        self.assertTrue((out / "badcase.txt").exists())
        self.assertTrue((out / "badcase.pt").exists())
        # qa.load_bad_case()
        # qa.run()
        # qa.compare_per_layer()
        compared = quantloupe.compare(**PAIR, badcase=out / "badcase.pt", causes="none")
        self.assertAlmostEqual(compared["outputs"][0]["metrics"]["atol"], found["worst"]["atol"]["value"], places=5)
        # qa.run(index=…)
        other = found["worst"]["l1"]["index"]
        quantloupe.compare(**PAIR, input=f"{INPUTS}[{other}]", causes="none")

    def test_custom_metric_func(self):
        def relative(baseline, analysis):
            return numpy.abs(baseline["logits"] - analysis["logits"]).max() / numpy.abs(baseline["logits"]).max()
        # qa.auto_find_bad_case(…, custom_metric_func=relative, custom_metric_order_seq="descending")
        found = quantloupe.badcase(**PAIR, data=INPUTS, metric=relative, order="descending")
        self.assertEqual(found["metrics"][-1], {"key": "custom", "expression": "relative", "order": "descending"})

    def test_post_process(self):
        # qa = QuantAnalysis(…, post_process=softmax)
        def softmax(outputs):
            powers = numpy.exp(outputs["logits"] - outputs["logits"].max())
            return {"scores": powers / powers.sum()}
        qa = {**PAIR, "post_process": softmax}
        # qa.auto_find_bad_case(…); qa.compare_per_layer(); qa.sensitivity(metric="L1")
        found = quantloupe.badcase(**qa, data=INPUTS, num_steps=8)
        compared = quantloupe.compare(**qa, input=inputs()[WORST:WORST + 1], causes="none")
        ranked = quantloupe.sensitivity(**qa, input=inputs()[WORST:WORST + 1], metric="L1".lower())
        self.assertEqual(found["outputs"], ["scores"])
        self.assertEqual(compared["outputs"][0]["name"], "scores")
        self.assertEqual((ranked["outputs"][0]["name"], ranked["outputs"][0]["metric"]), ("scores", "l1"))

    def test_prefixes_and_types(self):
        # qa.compare_per_layer(prefixes=("block1",), types=(nn.Conv2d,))
        compared = quantloupe.compare(**PAIR, input=f"{INPUTS}[0]", prefix="/block1", type="Conv", causes="none")
        self.assertTrue(compared["layers"])
        for row in compared.table():
            self.assertTrue(row["name"].startswith("/block1") and row["baseline.op_type"] == "Conv", row["name"])

    def test_model_profiler(self):
        out = self.folder / "profiler_dir"
        # with ModelProfiler(net, "./profiler_dir") as p:
        #     net(data)
        # p.get_info_manager.table()
        # p.get_info_manager.tensorboard()
        profiled = quantloupe.profile(FLOAT, input=inputs()[:1], out=out)
        self.assertTrue((out / "statistic.txt").exists())
        self.assertTrue(list((out / "tensorboard").rglob("events*")))
        for column in ("index", "op_name", "mod_name", "attr", "dtype", "scale", "min", "max", "mean", "var", "shape"):
            self.assertIn(column, profiled.table().columns)


class HorizonPtq(FolderTest):
    """PTQ模型精度调优: calibration_type, node_info."""

    def test_calibration_type(self):
        simulated = {"baseline": FLOAT, "calibration_data": CALIBRATION, "input": f"{INPUTS}[0]", "causes": "none"}
        cosine = {}
        # calibration_type: default / kl / max (max_percentile 0.9999), per_channel
        for name, options in {"default": {"observer": "automatic"}, "kl": {"observer": "kl"},
                              "max": {"observer": "min_max"}, "per_channel": {"per_channel": True}}.items():
            compared = quantloupe.compare(**simulated, **options)
            cosine[name] = compared["outputs"][0]["metrics"]["cosine"]
        self.assertGreater(cosine["per_channel"], cosine["max"])

    def test_node_info(self):
        config = shutil.copy(CONFIG, self.folder / "config.yaml")
        simulated = {"baseline": FLOAT, "config": config, "calibration_data": CALIBRATION, "input": f"{INPUTS}[{WORST}]",
                     "causes": "none"}
        before = quantloupe.compare(**simulated)["outputs"][0]["metrics"]["sqnr_db"]
        # node_info: {"node": {"ON": "CPU"}}  将部分尾部算子回退到CPU高精度计算
        quantloupe.config_skip(config, DEPTHWISE)
        skipped = quantloupe.compare(**simulated)["outputs"][0]["metrics"]["sqnr_db"]
        quantloupe.config_restore(config, DEPTHWISE)
        self.assertEqual(quantloupe.compare(**simulated)["outputs"][0]["metrics"]["sqnr_db"], before)
        # node_info: {"node": {"InputType": "int16"}}
        quantloupe.config_set(config, DEPTHWISE, activation_bits=16)
        self.assertGreater(skipped, before)
        self.assertIn("quant_max: 32767", pathlib.Path(config).read_text())


class HorizonQat(FolderTest):
    """量化训练及精度调优经验分享."""

    def test_steps(self):
        # 8.检查数据分布特别大的算子: model0_statistic.txt, 第二个表是按数据分布范围排列的
        table = quantloupe.profile(FLOAT, data=INPUTS, num_steps=8).table()
        ranges = {row["mod_name"] or row["op_name"]: row["max"] - row["min"] for row in table if row["attr"] == "output"}
        self.assertGreater(max(ranges.values()), 2 * numpy.median(list(ranges.values())))
        # 5.检查 conv 高精度输出  6.检查共享 op  7.检查未融合的算子: qconfig_info.txt
        rules = {finding["rule"] for finding in quantloupe.check(INT8)["findings"]}
        self.assertTrue(rules)
        # calib_model = prepare_qat_fx(model, {"": default_calib_8bit_fake_quant_qconfig, "module_name": …})
        # set_fake_quantize(calib_model, FakeQuantState.CALIBRATION)
        # train(cfg, calib_model, device, distributed)
        out = self.folder / "calibrated"
        quantloupe.calibrate(FLOAT, config=CONFIG, data=CALIBRATION, out=out)
        made = next(out.glob("*.onnx"))
        # set_fake_quantize(calib_model, FakeQuantState.VALIDATION)
        # run_test(cfg, calib_model, …)
        labels = quantloupe.badcase(baseline=FLOAT, analysis=made, data=INPUTS, labels=LABELS)["labels"]
        self.assertGreater(labels["baseline_correct"], labels["analysis_correct"])


class Amct(FolderTest):
    """AMCT使用指南（PyTorch）."""

    def test_calibration(self):
        record_out = self.folder / "results"
        # amct.create_quant_config(config_file="./configs/config.json", model=model, input_data=input_data,
        #     skip_layers=None, batch_num=1, activation_offset=True)
        config = self.folder / "config.yaml"
        quantloupe.config_from_model(INT8, baseline=FLOAT, dialect="amct-yaml", out=config)
        # calibration_torch_model = amct.quantize_model(config_json_file, modified_model, scale_offset_record_file, …)
        # for i in batch_num:
        #     output = calibration_model(input_batch)
        # amct.save_model(modfied_onnx_file=…, record_file=…, save_path="./results/model", …)
        calibrated = quantloupe.calibrate(FLOAT, config=config, data=inputs()[:4], out=record_out)
        self.assertTrue(list(record_out.glob("*record*.txt")), list(record_out.iterdir()))
        self.assertTrue(list(record_out.glob("*.onnx")))
        self.assertEqual(calibrated["schema"], "quantloupe.calibrate/1")

    def test_sample_script(self):
        # amct.create_quant_config_fx(config_file='./tmp/calibration/config.json', model=model,
        #     config_definition='quantize_conf/custom_quantize.yml')
        config = self.folder / "config.json"
        quantloupe.config_convert(CONFIG, to="amct-fx-json", model=FLOAT, out=config)
        # python3.7.5 resnet50_calibration.py --benchmark
        results = self.folder / "results"
        quantloupe.calibrate(FLOAT, config=config, data=CALIBRATION, out=results)
        calibrated = next(results.glob("*.onnx"))
        labels = quantloupe.badcase(baseline=FLOAT, analysis=calibrated, data=INPUTS, labels=LABELS)["labels"]
        self.assertGreater(labels["analysis_correct"], 0)
        # python3.7.5 ../dump_layer_outputs.py --config_file ./tmp/calibration/config.json --pt …
        dump = self.folder / "dump"
        quantloupe.run(calibrated, input=inputs()[:1], dump=dump)
        # workspace中./*/output/latest_result/dump中有模型每一层输出的比对结果
        compared = quantloupe.compare(baseline=FLOAT, analysis=dump, input=inputs()[:1], causes="none")
        direct = quantloupe.compare(baseline=FLOAT, analysis=calibrated, input=inputs()[:1], causes="none")
        self.assertEqual(compared["outputs"][0]["metrics"], direct["outputs"][0]["metrics"])

    def test_custom_quantizer(self):
        config = self.folder / "config.json"
        quantloupe.config_convert(CONFIG, to="amct-fx-json", model=FLOAT, out=config)
        edited = json.loads(config.read_text())
        # "conv1": { "quant_enable": true, "activation_quant_params": [ …
        #   "quantizer": "torch.quantization.FakeQuantize",
        #   "quantizer_args": { "observer": "torch.quantization.MovingAverageMinMaxObserver", "quant_min": -128,
        #     "quant_max": 127, "dtype": "torch.qint8", "qscheme": "torch.per_tensor_affine", "reduce_range": false }
        edited[DEPTHWISE_TRACED]["activation_quant_params"][0]["quantizer_args"]["observer"] = \
            "torch.quantization.MovingAverageMinMaxObserver"
        #   "observer": "torch.quantization.PerChannelMinMaxObserver", … "qscheme": "torch.per_channel_symmetric", "ch_axis": 0
        edited[DEPTHWISE_TRACED]["weight_quant_params"] = {
            "quantizer": "torch.quantization.FakeQuantize",
            "quantizer_args": {"observer": "torch.quantization.PerChannelMinMaxObserver", "quant_min": -128, "quant_max": 127,
                               "dtype": "torch.qint8", "qscheme": "torch.per_channel_symmetric", "reduce_range": False,
                               "ch_axis": 0}}
        simulated = {"baseline": FLOAT, "calibration_data": CALIBRATION, "input": f"{INPUTS}[{WORST}]", "causes": "none"}
        before = quantloupe.compare(**simulated, config=config)["outputs"][0]["metrics"]["sqnr_db"]
        config.write_text(json.dumps(edited))
        self.assertEqual(quantloupe.config_show(config)["dialect"], "amct-fx-json")
        after = quantloupe.compare(**simulated, config=config)["outputs"][0]["metrics"]["sqnr_db"]
        self.assertGreater(after, before + 10.0)

    def test_quant_analyzer(self):
        # quant_analyzer = amct.QuantAnalyzer(quant_model, inputs, save_dir)
        # quant_analyzer.analyze()
        save = self.folder / "save_dir"
        analyzed = {**PAIR, "input": inputs()[WORST:WORST + 1]}
        # layerwise_analysis_report.html: 网络中单独的量化层对网络输出的影响情况
        layerwise = quantloupe.sensitivity(**analyzed, out=save / "layerwise")
        # graphwise_analysis_report.html: 每层的fakequant和realquant输出分别对浮点的余弦相似度情况
        graphwise = quantloupe.compare(**analyzed, out=save / "graphwise")
        # statistic_analysis_report.html: 每一层量化前后的输出以及权重的统计分布情况和可视化直方图
        statistic = quantloupe.profile(INT8, input=inputs()[WORST:WORST + 1], out=save / "statistic")
        weights = quantloupe.weights(**PAIR, out=save / "weights")
        for name in ("layerwise", "graphwise", "weights"):
            self.assertTrue((save / name / "report.html").exists(), name)
        self.assertEqual(layerwise["outputs"][0]["rows"][0]["op_name"], DEPTHWISE)
        self.assertTrue(all(row["metrics"]["cosine"] <= 1.0 for row in graphwise["layers"] if row["metrics"]))
        self.assertTrue(statistic["rows"])
        self.assertEqual(min(weights["rows"], key=lambda row: row["metrics"]["sqnr_db"])["name"], DEPTHWISE_WEIGHT)

    def test_accuracy_evaluator(self):
        # def evaluate(model): … return top1
        def evaluate(outputs, samples):
            labels = numpy.load(LABELS)
            return numpy.mean([one["logits"].argmax() == labels[sample] for one, sample in zip(outputs, samples)])
        # 将部分量化层取消量化 … 直至精度满足要求
        tuned = quantloupe.tune(baseline=FLOAT, config=CONFIG, data=inputs(), judge_samples=0, judge=evaluate,
                                target=f"judge={quantloupe_accuracy(FLOAT) - 0.02}")
        self.assertTrue(tuned["reached"])
        self.assertIn(DEPTHWISE, [one["layer"] for one in tuned["best"]["overrides"]])


def quantloupe_accuracy(model):
    labels = quantloupe.badcase(baseline=model, analysis=model, data=INPUTS, labels=LABELS)["labels"]
    return labels["baseline_correct"] / len(inputs())


class NumericSuite(unittest.TestCase):
    """PyTorch数值工具套件教程."""

    DATA = inputs()[WORST:WORST + 1]

    def test_compare_weights(self):
        # wt_compare_dict = ns.compare_weights(float_model.state_dict(), qmodel.state_dict())
        wt_compare_dict = quantloupe.weights(**PAIR)["rows"]
        # print(wt_compare_dict.keys())
        self.assertIn(DEPTHWISE_WEIGHT, [row["name"] for row in wt_compare_dict])
        # for key in wt_compare_dict:
        #     print(key, compute_error(wt_compare_dict[key]['float'], wt_compare_dict[key]['quantized'].dequantize()))
        for row in wt_compare_dict:
            self.assertGreater(row["metrics"]["sqnr_db"], 0.0)

    def logged(self, function, logger=lambda x, y: (x, y), data=DATA):
        kept = {}
        answer = function(**PAIR, input=data, tap=lambda layer, x, y: kept.update({layer: logger(x, y)}))
        return answer, kept

    def test_compare_model_outputs(self):
        # act_compare_dict = ns.compare_model_outputs(float_model, qmodel, data)
        compared, act_compare_dict = self.logged(quantloupe.compare)
        # print(act_compare_dict['conv1.stats']['float'][0].shape)
        # print(act_compare_dict['conv1.stats']['quantized'][0].shape)
        x, y = act_compare_dict[DEPTHWISE]
        self.assertEqual(x.shape, y.shape)
        # for key in act_compare_dict:
        #     print(key, compute_error(act_compare_dict[key]['float'][0], …['quantized'][0].dequantize()))
        measured = dict(zip(compared.table().column("name"), compared.table().column("metrics.sqnr_db")))
        for key, (x, y) in act_compare_dict.items():
            self.assertAlmostEqual(compute_error(x, y), measured[key], places=3, msg=key)

    def test_several_inputs(self):
        # ns.prepare_model_outputs(float_model, qmodel)
        kept = {}
        # for data in img_data:
        #     float_model(data[0])
        #     qmodel(data[0])
        for data in inputs()[:3]:
            for key, values in self.logged(quantloupe.compare, data=data[None])[1].items():
                kept.setdefault(key, []).append(values)
        # act_compare_dict = ns.get_matching_activations(float_model, qmodel)
        self.assertEqual(len(kept[DEPTHWISE]), 3)

    def test_my_output_logger(self):
        # class MyOutputLogger(ns.Logger):
        #     def forward(self, x):
        # act_compare_dict = ns.compare_model_outputs(float_model, qmodel, data, logger_cls=MyOutputLogger)
        _, largest = self.logged(quantloupe.compare, logger=lambda x, y: numpy.abs(x - y).max())
        self.assertTrue(all(value >= 0.0 for value in largest.values()))

    def test_compare_model_stub(self):
        # module_swap_list = [torchvision.models.quantization.resnet.QuantizableBasicBlock]
        # ob_dict = ns.compare_model_stub(float_model, qmodel, module_swap_list, data)
        answer, ob_dict = self.logged(quantloupe.shadow)
        # for key in ob_dict:
        #     print(key, compute_error(ob_dict[key]['float'][0], ob_dict[key]['quantized'][0].dequantize()))
        self.assertIn(DEPTHWISE, ob_dict)
        # The float shadow has the quantized module's input.
        rows = {row["name"]: row["metrics_on_analysis_inputs"]["sqnr_db"] for row in answer["rows"]}
        for key, (x, y) in ob_dict.items():
            self.assertAlmostEqual(compute_error(x, y), rows[key], places=3, msg=key)

    def test_dynamic_quantization(self):
        baseline = shared_model("models", "silero_mini_v2.onnx")
        # qmodel = torch.quantization.quantize_dynamic(float_model, {nn.LSTM, nn.Linear}, dtype=torch.qint8)
        qmodel = shared_model("torchscript", "silero_mini_v2_dynquant.jit")
        self.assertEqual(quantloupe.info(qmodel)["kind"], "dynamic")
        # wt_compare_dict = ns.compare_weights(float_model.state_dict(), qmodel.state_dict())
        rows = quantloupe.weights(baseline=baseline, analysis=qmodel)["rows"]
        # for key in wt_compare_dict:
        #     if wt_compare_dict[key]['quantized'].is_quantized:
        self.assertTrue([row for row in rows if row["metrics"] and row["metrics"]["sqnr_db"] != "inf"])


if __name__ == "__main__":
    unittest.main()
