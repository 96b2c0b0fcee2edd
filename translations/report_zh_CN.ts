<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- Every word that report.html says by itself, beside its Chinese; lupdate leaves this file alone, tst_html_report compares it with the sources. -->
<TS version="2.1" language="zh_CN">
<context>
    <name>Report</name>
    <message>
        <source>weight error</source>
        <translation>权重误差</translation>
    </message>
    <message>
        <source>other weight</source>
        <translation>权重不同</translation>
    </message>
    <message>
        <source>other bias</source>
        <translation>偏置不同</translation>
    </message>
    <message>
        <source>other constant</source>
        <translation>常量不同</translation>
    </message>
    <message>
        <source>data prepared otherwise</source>
        <translation>校准数据的预处理不同</translation>
    </message>
    <message>
        <source>computes something else</source>
        <translation>计算不同</translation>
    </message>
    <message>
        <source>activation missing</source>
        <translation>缺少激活</translation>
    </message>
    <message>
        <source>other bounds</source>
        <translation>界限不同</translation>
    </message>
    <message>
        <source>worst</source>
        <translation>最差</translation>
    </message>
    <message>
        <source>worst sample</source>
        <translation>最差样本</translation>
    </message>
    <message>
        <source>p5</source>
        <translation>p5</translation>
    </message>
    <message>
        <source>p25</source>
        <translation>p25</translation>
    </message>
    <message>
        <source>p50</source>
        <translation>p50</translation>
    </message>
    <message>
        <source>p75</source>
        <translation>p75</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>Samples: every layer over the dataset</source>
        <translation>样本：各层在数据集上的表现</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>inherited error</source>
        <translation>继承误差</translation>
    </message>
    <message>
        <source>bias beyond 32 bits</source>
        <translation>偏置超出 32 位</translation>
    </message>
    <message>
        <source>NaN in the weight</source>
        <translation>权重含 NaN</translation>
    </message>
    <message>
        <source>The error may start at</source>
        <translation>误差可能的起点</translation>
    </message>
    <message>
        <source>Accumulated (dB)</source>
        <translation>累积误差 (dB)</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Accuracy report</source>
        <translation>精度分析报告</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>待分析</translation>
    </message>
    <message>
        <source>Analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>Atol (max)</source>
        <translation>Atol（最大）</translation>
    </message>
    <message>
        <source>Atol (steps)</source>
        <translation>Atol（量化步长）</translation>
    </message>
    <message>
        <source>Own metric</source>
        <translation>自定义指标</translation>
    </message>
    <message>
        <source>Own judge</source>
        <translation>自定义评估</translation>
    </message>
    <message>
        <source>Bad cases: where the models differ most</source>
        <translation>坏样本：两个模型差异最大的输入</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>Baseline model</source>
        <translation>基准模型</translation>
    </message>
    <message>
        <source>best row</source>
        <translation>最佳单项</translation>
    </message>
    <message>
        <source>both</source>
        <translation>激活和权重</translation>
    </message>
    <message>
        <source>Both models run on the same input; every layer's value is compared. Click a header to sort, a row or a point to see the layer.</source>
        <translation>两个模型使用相同输入，逐层比较每层的值。点击表头排序，点击行或数据点查看该层。</translation>
    </message>
    <message>
        <source>Cancelled before the end: what is shown is a part.</source>
        <translation>任务提前取消：以下为部分结果。</translation>
    </message>
    <message>
        <source>Causes: where each layer's error comes from</source>
        <translation>误差来源：各层误差的成因</translation>
    </message>
    <message>
        <source>Checks: what the model itself shows</source>
        <translation>模型检查：无需运行即可发现的问题</translation>
    </message>
    <message>
        <source>clamped</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Clamping (dB)</source>
        <translation>截断 (dB)</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>已比较</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦相似度</translation>
    </message>
    <message>
        <source>count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>depthwise weight per tensor</source>
        <translation>深度卷积权重逐张量量化</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>error origin</source>
        <translation>误差起点</translation>
    </message>
    <message>
        <source>Everything is quantized except this: what a skip would win.</source>
        <translation>除该项外全部量化：跳过该项可获得的收益。</translation>
    </message>
    <message>
        <source>Everything quantized</source>
        <translation>全部量化</translation>
    </message>
    <message>
        <source>Network: who reads whom</source>
        <translation>网络：层间连接</translation>
    </message>
    <message>
        <source>The network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Every box is a layer; they go down by who reads whom, and on at the top of the next column. What glows is bad by the metric that is chosen above. Click a box, or walk with the arrow keys; + and - zoom, 0 shows everything.</source>
        <translation>每个方框是一层，按数据流向下排列，并在下一列的顶部继续。按上方所选指标，颜色越醒目越差。点击方框，或用方向键移动；+ 和 - 缩放，0 显示全部。</translation>
    </message>
    <message>
        <source>The layers with the least error have no histogram on this page: compare.json and the window have all of them.</source>
        <translation>误差最小的层在本页没有直方图：compare.json 和窗口中有全部。</translation>
    </message>
    <message>
        <source>Find a layer</source>
        <translation>查找层</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>现象</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>所在子图</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>run by the baseline only</source>
        <translation>仅基准模型运行</translation>
    </message>
    <message>
        <source>run by the analysis model only</source>
        <translation>仅待分析模型运行</translation>
    </message>
    <message>
        <source>no iteration in common</source>
        <translation>没有共同的迭代</translation>
    </message>
    <message>
        <source>strings</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>fused</source>
        <translation>已融合</translation>
    </message>
    <message>
        <source>Granularity</source>
        <translation>量化粒度</translation>
    </message>
    <message>
        <source>Graph-wise: error along the network</source>
        <translation>逐层误差：误差沿网络的分布</translation>
    </message>
    <message>
        <source>Histograms of the worst layers and the range of every layer's output, widest first.</source>
        <translation>误差最大的层的直方图，以及各层输出的取值范围（范围大的在前）。</translation>
    </message>
    <message>
        <source>info</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>input range</source>
        <translation>输入范围</translation>
    </message>
    <message>
        <source>Its SQNR (dB)</source>
        <translation>该通道 SQNR (dB)</translation>
    </message>
    <message>
        <source>JS (nats)</source>
        <translation>JS 散度 (nat)</translation>
    </message>
    <message>
        <source>KL (nats)</source>
        <translation>KL 散度 (nat)</translation>
    </message>
    <message>
        <source>L1 (mean)</source>
        <translation>L1（平均）</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>No decision, as there is NaN</source>
        <translation>无判定（含 NaN）</translation>
    </message>
    <message>
        <source>Label flips</source>
        <translation>分类结果翻转</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layer-wise: what quantizing one layer does to the outputs</source>
        <translation>敏感度：单层量化对网络输出的影响</translation>
    </message>
    <message>
        <source>Layers compared</source>
        <translation>已比较的层</translation>
    </message>
    <message>
        <source>layers in execution order</source>
        <translation>层（按执行顺序）</translation>
    </message>
    <message>
        <source>Left float as a whole, this scope repairs what no row does</source>
        <translation>该作用域整体保持浮点可修复任何单项都无法修复的误差</translation>
    </message>
    <message>
        <source>Local (dB)</source>
        <translation>局部误差 (dB)</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>乘加次数</translation>
    </message>
    <message>
        <source>MACs (%)</source>
        <translation>乘加占比 (%)</translation>
    </message>
    <message>
        <source>Made by Quantloupe</source>
        <translation>由 Quantloupe 生成，版本</translation>
    </message>
    <message>
        <source>Main cause</source>
        <translation>主要成因</translation>
    </message>
    <message>
        <source>max</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>min</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model outputs</source>
        <translation>模型输出</translation>
    </message>
    <message>
        <source>Most sensitive first; the longer the bar, the worse.</source>
        <translation>敏感度高的在前；条形越长，影响越大。</translation>
    </message>
    <message>
        <source>MSE</source>
        <translation>MSE</translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation>NaN 或无穷</translation>
    </message>
    <message>
        <source>two readings fit</source>
        <translation>两种读法都符合</translation>
    </message>
    <message>
        <source>scale fitted</source>
        <translation>拟合的量化系数</translation>
    </message>
    <message>
        <source>file not read</source>
        <translation>文件未读取</translation>
    </message>
    <message>
        <source>never calibrated</source>
        <translation>未校准</translation>
    </message>
    <message>
        <source>no partner</source>
        <translation>无对应层</translation>
    </message>
    <message>
        <source>No single layer stands out as the start of the error.</source>
        <translation>没有哪一层明显是误差的起点。</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>Nothing to complain about.</source>
        <translation>没有发现问题。</translation>
    </message>
    <message>
        <source>one-sided input</source>
        <translation>输入偏向一侧</translation>
    </message>
    <message>
        <source>Only this is quantized, everything else stays as in the baseline.</source>
        <translation>仅量化该项，其余保持与基准模型一致。</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>output not high precision</source>
        <translation>输出未用高精度</translation>
    </message>
    <message>
        <source>outside the picture</source>
        <translation>在图外</translation>
    </message>
    <message>
        <source>Own error: each layer on the other model's inputs</source>
        <translation>单层自身误差：各层使用对方模型的输入</translation>
    </message>
    <message>
        <source>Pick a layer to see its distribution.</source>
        <translation>选择一层以查看其数值分布。</translation>
    </message>
    <message>
        <source>Propagated (dB)</source>
        <translation>输入传播 (dB)</translation>
    </message>
    <message>
        <source>quantizer</source>
        <translation>量化范围</translation>
    </message>
    <message>
        <source>Quantizer</source>
        <translation>量化对象</translation>
    </message>
    <message>
        <source>range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>range hardly used</source>
        <translation>量化范围利用不足</translation>
    </message>
    <message>
        <source>range too large</source>
        <translation>范围过大</translation>
    </message>
    <message>
        <source>Relative L2</source>
        <translation>相对 L2</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Rounding (dB)</source>
        <translation>舍入 (dB)</translation>
    </message>
    <message>
        <source>rounding error</source>
        <translation>舍入误差</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Samples on which the two models' strongest classes differ.</source>
        <translation>两个模型最高得分类别不同的样本。</translation>
    </message>
    <message>
        <source>samples searched of</source>
        <translation>个样本已搜索，共</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>量化系数</translation>
    </message>
    <message>
        <source>scale does not cover the data</source>
        <translation>量化系数未覆盖数据</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>shapes differ</source>
        <translation>形状不一致</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Sorting and picking need JavaScript; the tables and charts don't.</source>
        <translation>排序与选择需要 JavaScript；表格和图表不需要。</translation>
    </message>
    <message>
        <source>Spread over the samples</source>
        <translation>各样本的分布</translation>
    </message>
    <message>
        <source>SQNR (dB)</source>
        <translation>SQNR (dB)</translation>
    </message>
    <message>
        <source>SQNR in dB of a layer's value when one cause acts alone, and each cause's share of the error.</source>
        <translation>单一成因单独作用时该层的 SQNR (dB)，以及各成因所占误差的比例。</translation>
    </message>
    <message>
        <source>SQNR on analysis inputs (dB)</source>
        <translation>使用待分析模型输入时的 SQNR (dB)</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Statistics: distributions before and after quantization</source>
        <translation>统计：量化前后的数值分布</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>概要</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>运算方式</translation>
    </message>
    <message>
        <source>Exact layers</source>
        <translation>完全一致的层</translation>
    </message>
    <message>
        <source>Noise / signal</source>
        <translation>噪声 / 信号</translation>
    </message>
    <message>
        <source>Worst SQNR (dB)</source>
        <translation>最差 SQNR (dB)</translation>
    </message>
    <message>
        <source>Operators on integers are computed as</source>
        <translation>整数算子的运算方式</translation>
    </message>
    <message>
        <source>What explains the dump best</source>
        <translation>最能解释转储的是</translation>
    </message>
    <message>
        <source>What the dump cannot tell apart</source>
        <translation>转储无法区分的是</translation>
    </message>
    <message>
        <source>Arithmetic of the target</source>
        <translation>目标硬件的运算</translation>
    </message>
    <message>
        <source>The error starts at</source>
        <translation>误差起点</translation>
    </message>
    <message>
        <source>The first rows left float together, everything else quantized</source>
        <translation>前若干项一并保持浮点，其余全部量化</translation>
    </message>
    <message>
        <source>The quantized layer runs on the baseline's inputs, so that only its own error and that of the quantizers before its inputs shows; then the float layer on the analysis model's inputs; accumulated is the error that has gathered in the whole model.</source>
        <translation>量化层使用基准模型的输入运行，因此只显示该层自身及其输入前量化器的误差；其次为浮点层使用待分析模型的输入；累积误差为整个模型到该层的误差。</translation>
    </message>
    <message>
        <source>truncation error</source>
        <translation>截断误差</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weights (dB)</source>
        <translation>权重 (dB)</translation>
    </message>
    <message>
        <source>Weights: before and after quantization</source>
        <translation>权重：量化前后对比</translation>
    </message>
    <message>
        <source>Config line</source>
        <translation>配置行</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理建议</translation>
    </message>
    <message>
        <source>widest channel</source>
        <translation>最宽的通道</translation>
    </message>
    <message>
        <source>Worst channel</source>
        <translation>最差通道</translation>
    </message>
    <message>
        <source>Worst sample by metric</source>
        <translation>各指标下最差的样本</translation>
    </message>
    <message>
        <source>Worst samples by</source>
        <translation>最差样本，指标：</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>How good every output is, by what was measured. Where quantizers were switched on one by one, also whose error it is, and what leaving those float gives.</source>
        <translation>按实测结果评价每个输出；若已逐一单独量化，还会给出误差来源以及让其保持浮点的实测效果。</translation>
    </message>
    <message>
        <source>About the two models</source>
        <translation>关于这两个模型</translation>
    </message>
    <message>
        <source>Shares of the noise power</source>
        <translation>噪声功率占比</translation>
    </message>
    <message>
        <source>Share of the noise power (%)</source>
        <translation>噪声功率占比 (%)</translation>
    </message>
    <message>
        <source>Only this quantized: SQNR (dB)</source>
        <translation>仅量化该项时的 SQNR (dB)</translation>
    </message>
    <message>
        <source>No error budget</source>
        <translation>没有误差预算</translation>
    </message>
    <message>
        <source>Repairs</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>alone</source>
        <translation>单独</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Gain (dB)</source>
        <translation>收益 (dB)</translation>
    </message>
    <message>
        <source>Gain per cost</source>
        <translation>收益/代价</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Weights and ranges were trained with the float model as teacher. What is offered is the best network on samples that it was not trained on, if no output lost there.</source>
        <translation>权重和范围以浮点模型为教师训练。给出的是在未训练样本上最好的网络，前提是没有输出在那里变差。</translation>
    </message>
    <message>
        <source>Before training</source>
        <translation>训练前</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>训练后</translation>
    </message>
    <message>
        <source>Nothing is offered.</source>
        <translation>没有给出任何网络。</translation>
    </message>
    <message>
        <source>Ranges of channels evened out between layers</source>
        <translation>各层之间的通道范围已均衡</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>held out</source>
        <translation>留出</translation>
    </message>
    <message>
        <source>offered</source>
        <translation>给出</translation>
    </message>
    <message>
        <source>with it and all before</source>
        <translation>加上它和之前各项</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>选用</translation>
    </message>
    <message>
        <source>not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>no gain</source>
        <translation>无收益</translation>
    </message>
    <message>
        <source>loses</source>
        <translation>变差</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>The model as given</source>
        <translation>给定的模型</translation>
    </message>
    <message>
        <source>As it is simulated</source>
        <translation>模拟结果</translation>
    </message>
    <message>
        <source>The model isn&apos;t what its own scales make of the baseline</source>
        <translation>该模型并非由其自身的量化系数从基准模型得到</translation>
    </message>
    <message>
        <source>As it is simulated, that is mended; repairs start from there.</source>
        <translation>模拟时这一点已被修正；修复由此开始。</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>修复后</translation>
    </message>
    <message>
        <source>Each candidate is fitted to one part of the samples and judged on the other; those chosen were added one by one, as long as no output lost there.</source>
        <translation>每个候选修复在一部分样本上拟合、在另一部分上评判；选用的各项逐一加入，且没有任何输出在那里变差。</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Without and with the overrides</source>
        <translation>无覆盖与有覆盖</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>the targets are reached</source>
        <translation>已达到目标</translation>
    </message>
    <message>
        <source>the targets are not reached</source>
        <translation>未达到目标</translation>
    </message>
    <message>
        <source>With it</source>
        <translation>随之修改</translation>
    </message>
    <message>
        <source>The last layers before the outputs in float</source>
        <translation>输出前最后几层保留浮点</translation>
    </message>
    <message>
        <source>Layers in float</source>
        <translation>保留浮点的层</translation>
    </message>
    <message>
        <source>Without the change</source>
        <translation>不作改动</translation>
    </message>
    <message>
        <source>Nothing tried is both cheaper and better than these</source>
        <translation>试过的方案中没有比这些既更省又更好的</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Not proposed</source>
        <translation>未提议</translation>
    </message>
    <message>
        <source>The fewest changes that reach the target, each tried on the samples; the cost is in multiply-accumulates: 1 in 8 bits, 2 in 16, 4 in float, over all in 8 bits.</source>
        <translation>达到目标所需的最少改动，均在样本上试过；代价按乘加运算计：8 位计 1，16 位计 2，浮点计 4，再除以全部为 8 位时的总量。</translation>
    </message>
    <message>
        <source>Tuning: what reaches the target</source>
        <translation>调优：如何达到目标</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>in integers</source>
        <translation>整数计算</translation>
    </message>
    <message>
        <source>samples compared</source>
        <translation>比较的样本数</translation>
    </message>
    <message>
        <source>Observer</source>
        <translation>观察器</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>per channel</source>
        <translation>逐通道</translation>
    </message>
    <message>
        <source>as configured</source>
        <translation>按配置</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>symmetric</source>
        <translation>对称</translation>
    </message>
    <message>
        <source>affine</source>
        <translation>非对称</translation>
    </message>
    <message>
        <source>Methods tried</source>
        <translation>试过的方法</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Smallest scale</source>
        <translation>最小量化系数</translation>
    </message>
    <message>
        <source>Largest scale</source>
        <translation>最大量化系数</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>Zero point</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>as its source</source>
        <translation>与来源相同</translation>
    </message>
    <message>
        <source>Quantized values</source>
        <translation>量化的值</translation>
    </message>
    <message>
        <source>samples observed</source>
        <translation>观察的样本数</translation>
    </message>
    <message>
        <source>operators computed in integers</source>
        <translation>以整数计算的算子数</translation>
    </message>
    <message>
        <source>Calibration: scales and what they leave of the outputs</source>
        <translation>校准：量化系数及其对输出的影响</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>the slowest layers first</source>
        <translation>最慢的层在前</translation>
    </message>
    <message>
        <source>Time (µs)</source>
        <translation>时间 (µs)</translation>
    </message>
    <message>
        <source>the widest ranges first</source>
        <translation>范围最宽的在前</translation>
    </message>
    <message>
        <source>Rows shown</source>
        <translation>显示的行数</translation>
    </message>
    <message>
        <source>Data ranges of the layers</source>
        <translation>各层的数据范围</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>run</source>
        <translation>实际运行</translation>
    </message>
    <message>
        <source>Predicted by derivatives, to first order; some rows were run.</source>
        <translation>由导数一阶预测；部分行经过实际运行。</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Trials: what was tried, and what it did</source>
        <translation>试运行：尝试了什么，效果如何</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Tried</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>SQNR before (dB)</source>
        <translation>之前的 SQNR (dB)</translation>
    </message>
    <message>
        <source>SQNR after (dB)</source>
        <translation>之后的 SQNR (dB)</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>效果</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Further configs are left out.</source>
        <translation>其余配置已省略。</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>名次</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Layer-wise analysis</source>
        <translation>逐层分析</translation>
    </message>
    <message>
        <source>Graph-wise analysis</source>
        <translation>整图分析</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Graph-wise: layers simulated and in integers</source>
        <translation>整图：各层的模拟结果与整数结果</translation>
    </message>
    <message>
        <source>Each layer of the quantized model against the float model&apos;s, on the first sample: simulated in float and computed in integers.</source>
        <translation>量化模型的每一层与浮点模型的同一层相比（第一个样本）：分别是浮点模拟和整数计算的结果。</translation>
    </message>
    <message>
        <source>{} of the quantized layer on the baseline&apos;s inputs: its own error and that of the quantizers before its inputs</source>
        <translation>量化层在基准模型输入上的 {}：其自身及其输入前量化器的误差</translation>
    </message>
    <message>
        <source>{} of the quantized layer against its float twin on the analysis model&apos;s inputs</source>
        <translation>在待分析模型的输入上，量化层相对其浮点对应层的 {}</translation>
    </message>
    <message>
        <source>{} between both models&apos; own values: local and inherited error together</source>
        <translation>两个模型各自数值之间的 {}：局部误差与继承误差之和</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>局部</translation>
    </message>
    <message>
        <source>Local, real inputs</source>
        <translation>局部（实际输入）</translation>
    </message>
    <message>
        <source>Accumulated</source>
        <translation>累积</translation>
    </message>
    <message>
        <source>Per channel: of the first</source>
        <translation>逐通道时为第一个通道的</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Maximum less minimum; the bar counts decades below the widest</source>
        <translation>最大值减最小值；条形表示比最宽者小多少个数量级</translation>
    </message>
    <message>
        <source>The mean of one run, as the tool measured it that wrote the file</source>
        <translation>一次运行的平均值，由写出该文件的工具测得</translation>
    </message>
    <message>
        <source>What training makes small: mean over the steps since the check before</source>
        <translation>训练要减小的量：自上次评判以来各步的平均</translation>
    </message>
    <message>
        <source>The part of the loss that is made by outputs</source>
        <translation>损失中由输出造成的部分</translation>
    </message>
    <message>
        <source>The part of the loss that is made by layers</source>
        <translation>损失中由各层造成的部分</translation>
    </message>
    <message>
        <source>Of the worst output, on samples that are not trained on</source>
        <translation>最差的输出在未参与训练的样本上的值</translation>
    </message>
    <message>
        <source>Over the network before training: mean over the outputs</source>
        <translation>相对训练前的网络：各输出的平均</translation>
    </message>
    <message>
        <source>An output is worse than before training on samples that are held out.</source>
        <translation>某个输出在留出的样本上比训练前差。</translation>
    </message>
    <message>
        <source>The best network on samples that are held out.</source>
        <translation>在留出的样本上最好的网络。</translation>
    </message>
    <message>
        <source>Part of the repaired model.</source>
        <translation>是修复后模型的一部分。</translation>
    </message>
    <message>
        <source>Helps alone, and wins nothing beside those chosen.</source>
        <translation>单独有用，但与已选用的一起时没有收益。</translation>
    </message>
    <message>
        <source>Wins nothing, or not what it costs.</source>
        <translation>没有收益，或收益抵不上代价。</translation>
    </message>
    <message>
        <source>Makes an output worse on samples that are held out.</source>
        <translation>使某个输出在留出的样本上变差。</translation>
    </message>
    <message>
        <source>Cannot be done here: the last column says why.</source>
        <translation>此处不能这样做：原因见最后一列。</translation>
    </message>
    <message>
        <source>config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weights and config</source>
        <translation>权重和配置</translation>
    </message>
    <message>
        <source>equalization</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>scale migration</source>
        <translation>量级迁移</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>high precision</source>
        <translation>高精度</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>舍入</translation>
    </message>
    <message>
        <source>learned range</source>
        <translation>学习范围</translation>
    </message>
    <message>
        <source>learned centres</source>
        <translation>学习聚类中心</translation>
    </message>
    <message>
        <source>learned rounding</source>
        <translation>学习舍入</translation>
    </message>
    <message>
        <source>bias correction</source>
        <translation>偏置校正</translation>
    </message>
    <message>
        <source>The config alone, weights of the model, or both</source>
        <translation>只改配置、改模型的权重，或两者都改</translation>
    </message>
    <message>
        <source>Of the worst output, on samples that are held out, with this repair and no other</source>
        <translation>只用这一项修复时，最差的输出在留出样本上的值</translation>
    </message>
    <message>
        <source>What it wins alone: mean over the outputs</source>
        <translation>单独使用时的收益：各输出的平均</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>Multiply-accumulates weighted 1 in 8 bits, 2 in int16, 4 in float, over all in 8 bits</source>
        <translation>加权乘加数（8 位计 1，int16 计 2，浮点计 4）与全部为 8 位时之比</translation>
    </message>
    <message>
        <source>Gain over 0.01 and the added cost: the order in which repairs are added</source>
        <translation>收益除以（0.01 加上增加的代价）：修复按此顺序加入</translation>
    </message>
    <message>
        <source>Of the worst output, with this repair and all that are applied before it</source>
        <translation>用上这一项及在它之前的各项修复时，最差的输出的值</translation>
    </message>
    <message>
        <source>What your judge says of all samples that are held out, with this repair and no other</source>
        <translation>只用这一项修复时，您的评判程序对全部留出样本的评判</translation>
    </message>
    <message>
        <source>Place in the ranking; 1 matters most</source>
        <translation>排名，1 影响最大</translation>
    </message>
    <message>
        <source>What was switched: the quantizer of the output, of the weight, or the whole layer</source>
        <translation>切换的对象：输出的量化器、权重的量化器或整层</translation>
    </message>
    <message>
        <source>The model&apos;s output against the baseline&apos;s after the switch</source>
        <translation>切换后模型输出与基准输出的差异</translation>
    </message>
    <message>
        <source>What leaving this in high precision (m) wins over quantizing everything (m₀)</source>
        <translation>相对全部量化 (m₀)，把它保留为高精度 (m) 所带来的改善</translation>
    </message>
    <message>
        <source>Share of the model&apos;s multiply-accumulate operations</source>
        <translation>占模型乘加运算的比例</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>改善</translation>
    </message>
    <message>
        <source>The model&apos;s output when this row and all above it are left in high precision</source>
        <translation>该行及其以上各行保持高精度时的模型输出</translation>
    </message>
    <message>
        <source>Up to here float</source>
        <translation>至此保持浮点</translation>
    </message>
    <message>
        <source>Own judge, lost</source>
        <translation>自定义评估的损失</translation>
    </message>
    <message>
        <source>How much worse your judge finds the analysis model's outputs than the baseline's</source>
        <translation>您的评判程序认为待分析模型的输出比基准模型差多少</translation>
    </message>
    <message>
        <source>What your judge says of the analysis model's outputs</source>
        <translation>您的评判程序对待分析模型输出的评判</translation>
    </message>
    <message>
        <source>Worst output</source>
        <translation>最差输出</translation>
    </message>
    <message>
        <source>The output on which the sample is worst</source>
        <translation>该样本最差的输出</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Place in the baseline's execution order</source>
        <translation>在基准模型执行顺序中的位置</translation>
    </message>
    <message>
        <source>The baseline's node, or the analysis model's if it has no partner</source>
        <translation>基准模型的节点；没有对应层时为待分析模型的节点</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>The module that the layer belongs to</source>
        <translation>该层所属的模块</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operator type in the baseline model</source>
        <translation>基准模型中的算子类型</translation>
    </message>
    <message>
        <source>Analysis op</source>
        <translation>待分析算子</translation>
    </message>
    <message>
        <source>Operator type in the analysis model</source>
        <translation>待分析模型中的算子类型</translation>
    </message>
    <message>
        <source>Shape of the analysis value</source>
        <translation>待分析值的形状</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Integer type of the quantizer behind the analysis value</source>
        <translation>待分析值的量化整数类型</translation>
    </message>
    <message>
        <source>One step of the quantizer, in the value's unit</source>
        <translation>量化器的一个步长，单位与数值相同</translation>
    </message>
    <message>
        <source>Cosine similarity; 1 is equal, low is bad</source>
        <translation>余弦相似度；1 表示相同，越低越差</translation>
    </message>
    <message>
        <source>Worst slice</source>
        <translation>最差切片</translation>
    </message>
    <message>
        <source>Worst slice (dB)</source>
        <translation>最差切片 (dB)</translation>
    </message>
    <message>
        <source>Lowest SQNR of the channels, rows and parts that carry signal; the tooltip says which</source>
        <translation>承载信号的通道、行与部分中最低的 SQNR；提示中说明是哪一个</translation>
    </message>
    <message>
        <source>Alone (dB)</source>
        <translation>单独 (dB)</translation>
    </message>
    <message>
        <source>SQNR when nothing but this layer is quantized; measured where its error matters</source>
        <translation>仅量化该层时的 SQNR；在其误差有影响处测量</translation>
    </message>
    <message>
        <source>Signal to quantization noise; low is bad</source>
        <translation>信号与量化噪声之比；越低越差</translation>
    </message>
    <message>
        <source>Largest difference in steps of the quantizer; 0.5 is perfect rounding</source>
        <translation>以量化步长计的最大差值；0.5 即为理想舍入</translation>
    </message>
    <message>
        <source>Mean absolute difference</source>
        <translation>平均绝对差</translation>
    </message>
    <message>
        <source>Largest absolute difference</source>
        <translation>最大绝对差</translation>
    </message>
    <message>
        <source>Mean squared difference</source>
        <translation>均方差</translation>
    </message>
    <message>
        <source>Norm of the difference over the baseline's norm</source>
        <translation>差值的范数与基准范数之比</translation>
    </message>
    <message>
        <source>Kullback-Leibler divergence of the two histograms</source>
        <translation>两个直方图的 KL 散度</translation>
    </message>
    <message>
        <source>Jensen-Shannon divergence of the two histograms</source>
        <translation>两个直方图的 JS 散度</translation>
    </message>
    <message>
        <source>Clamped (%)</source>
        <translation>截断 (%)</translation>
    </message>
    <message>
        <source>Share of baseline values outside the quantizer's range</source>
        <translation>超出量化范围的基准值所占比例</translation>
    </message>
    <message>
        <source>Matched by</source>
        <translation>匹配方式</translation>
    </message>
    <message>
        <source>How the two layers were paired</source>
        <translation>两个层的配对依据</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>How sure the pairing is, 0 to 1</source>
        <translation>配对的可信程度，0 到 1</translation>
    </message>
    <message>
        <source>Multiply-accumulate operations</source>
        <translation>乘加运算次数</translation>
    </message>
    <message>
        <source>What was found about the layer, the most important first</source>
        <translation>该层的检查结论，最重要的在前</translation>
    </message>
    <message>
        <source>your map file</source>
        <translation>用户映射文件</translation>
    </message>
    <message>
        <source>same value name</source>
        <translation>值名称相同</translation>
    </message>
    <message>
        <source>same node name</source>
        <translation>节点名称相同</translation>
    </message>
    <message>
        <source>same name without quantization affixes</source>
        <translation>去掉量化前后缀后名称相同</translation>
    </message>
    <message>
        <source>equal weights</source>
        <translation>权重相同</translation>
    </message>
    <message>
        <source>same module scope</source>
        <translation>模块作用域相同</translation>
    </message>
    <message>
        <source>same place in the structure</source>
        <translation>结构位置相同</translation>
    </message>
    <message>
        <source>Smallest value in the {} model</source>
        <translation>{}模型中的最小值</translation>
    </message>
    <message>
        <source>Largest value in the {} model</source>
        <translation>{}模型中的最大值</translation>
    </message>
    <message>
        <source>Mean value in the {} model</source>
        <translation>{}模型中的均值</translation>
    </message>
    <message>
        <source>Population variance in the {} model</source>
        <translation>{}模型中的总体方差</translation>
    </message>
    <message>
        <source>The inputs are random numbers: how good the model is on real ones stays open. Name samples of yours.</source>
        <translation>输入是随机数：模型在真实样本上如何尚不得知。请指定您的样本。</translation>
    </message>
</context>
</TS>
