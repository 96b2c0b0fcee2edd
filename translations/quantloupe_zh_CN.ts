<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Advice</name>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>Cells</name>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>≤ %1</source>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>%1 + %2 more</source>
        <translation>%1，另有 %2 条</translation>
    </message>
</context>
<context>
    <name>Checks</name>
    <message>
        <source>constant out of range</source>
        <translation>常量超出范围</translation>
    </message>
    <message>
        <source>impossible scale</source>
        <translation>无效的量化系数</translation>
    </message>
    <message>
        <source>bias beyond 32 bits</source>
        <translation>偏置超出 32 位</translation>
    </message>
    <message>
        <source>unusual bit width</source>
        <translation>不常见的位宽</translation>
    </message>
    <message>
        <source>requantized while moving</source>
        <translation>搬运数据时重复量化</translation>
    </message>
    <message>
        <source>dead node</source>
        <translation>无用节点</translation>
    </message>
    <message>
        <source>depthwise weight with one scale</source>
        <translation>深度卷积权重只有一个量化系数</translation>
    </message>
    <message>
        <source>name used twice</source>
        <translation>名称重复</translation>
    </message>
    <message>
        <source>dynamic shape</source>
        <translation>动态形状</translation>
    </message>
    <message>
        <source>quantized differently per reader</source>
        <translation>各读取方量化不一致</translation>
    </message>
    <message>
        <source>operation without effect</source>
        <translation>无效果的运算</translation>
    </message>
    <message>
        <source>Linear with a bias on more than two dimensions</source>
        <translation>输入超过两维且带偏置的 Linear</translation>
    </message>
    <message>
        <source>second input of a product</source>
        <translation>乘积的第二个输入</translation>
    </message>
    <message>
        <source>dequantizer does not match</source>
        <translation>反量化参数不匹配</translation>
    </message>
    <message>
        <source>inputs of mixed precision</source>
        <translation>输入精度不一致</translation>
    </message>
    <message>
        <source>convolution of constants</source>
        <translation>离线计算的卷积</translation>
    </message>
    <message>
        <source>opset too old</source>
        <translation>opset 过旧</translation>
    </message>
    <message>
        <source>placeholder scale</source>
        <translation>占位的量化系数</translation>
    </message>
    <message>
        <source>quantized model output</source>
        <translation>模型输出被量化</translation>
    </message>
    <message>
        <source>range too large</source>
        <translation>数值范围过大</translation>
    </message>
    <message>
        <source>never calibrated</source>
        <translation>未经校准</translation>
    </message>
    <message>
        <source>module called several times</source>
        <translation>模块被多次调用</translation>
    </message>
    <message>
        <source>shared weight</source>
        <translation>共享权重</translation>
    </message>
    <message>
        <source>module never called</source>
        <translation>模块从未被调用</translation>
    </message>
    <message>
        <source>chunk cut by slices</source>
        <translation>由切片组成的 chunk</translation>
    </message>
    <message>
        <source>uneven channel scales</source>
        <translation>通道量化系数不均</translation>
    </message>
    <message>
        <source>not fused</source>
        <translation>未融合</translation>
    </message>
    <message>
        <source>float between integers</source>
        <translation>整数算子间的浮点运算</translation>
    </message>
    <message>
        <source>product in float</source>
        <translation>浮点计算的乘积</translation>
    </message>
    <message>
        <source>unsupported operator</source>
        <translation>不支持的算子</translation>
    </message>
    <message>
        <source>unused constant</source>
        <translation>未使用的常量</translation>
    </message>
    <message>
        <source>attribute that the device does not take</source>
        <translation>设备不接受的属性</translation>
    </message>
    <message>
        <source>size that the device does not take</source>
        <translation>设备不接受的大小</translation>
    </message>
    <message>
        <source>operator that the device does not have</source>
        <translation>设备没有的算子</translation>
    </message>
    <message>
        <source>rank that the device does not take</source>
        <translation>设备不接受的维数</translation>
    </message>
    <message>
        <source>type that the device does not take</source>
        <translation>设备不接受的类型</translation>
    </message>
    <message>
        <source>samples prepared otherwise</source>
        <translation>样本的预处理不同</translation>
    </message>
    <message>
        <source>saved in training mode</source>
        <translation>以训练模式保存</translation>
    </message>
    <message>
        <source>unused output</source>
        <translation>未使用的输出</translation>
    </message>
    <message>
        <source>impossible zero point</source>
        <translation>无效的零点</translation>
    </message>
    <message>
        <source>config not followed</source>
        <translation>未遵循配置</translation>
    </message>
    <message>
        <source>LayerNorm of many operators</source>
        <translation>由许多算子组成的 LayerNorm</translation>
    </message>
</context>
<context>
    <name>Conclusion</name>
    <message>
        <source>random numbers</source>
        <translation>随机数</translation>
    </message>
    <message numerus="yes">
        <source>the worst of %n sample(s), %1</source>
        <translation>
            <numerusform>%n 个样本中最差的 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>one sample</source>
        <translation>一个样本</translation>
    </message>
    <message>
        <source>%1 is broken: it holds NaN or infinite numbers on %2.</source>
        <translation>%1 已损坏：在%2上含有 NaN 或无穷大。</translation>
    </message>
    <message>
        <source>%1 is %2: %3 on %4.</source>
        <translation>%1 %2：在%4上为 %3。</translation>
    </message>
    <message>
        <source>%1 makes %2 of the error.</source>
        <translation>%2 的误差来自%1。</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more make %2 of the error.</source>
        <translation>
            <numerusform>%2 的误差来自%1及另外 %n 处。</numerusform>
        </translation>
    </message>
    <message>
        <source>The error starts at %1.</source>
        <translation>误差从 %1 开始。</translation>
    </message>
    <message>
        <source>The error may start at %1.</source>
        <translation>误差可能从 %1 开始。</translation>
    </message>
    <message>
        <source>Fine: nothing to repair.</source>
        <translation>良好：无需修复。</translation>
    </message>
    <message>
        <source>%1 has %2 on %3.</source>
        <translation>%1 在%3上为 %2。</translation>
    </message>
    <message>
        <source>The one scale of %1 serves %2, up to %3, and %4, up to %5.</source>
        <translation>%1 的同一量化系数同时用于 %2（最大 %3）和 %4（最大 %5）。</translation>
    </message>
    <message>
        <source>sample %1 of %2, %3</source>
        <translation>样本 %1 / %2，%3</translation>
    </message>
    <message>
        <source>One scale serves what %1 joins: %2, up to %3, and %4, up to %5.</source>
        <translation>%1 合并的两部分共用一个量化系数：%2（最大 %3）和 %4（最大 %5）。</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Project</source>
        <translation>工程</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message>
        <source>Bad cases</source>
        <translation>坏样本</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Local errors</source>
        <translation>局部误差</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>向导</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Tune</source>
        <translation>调优</translation>
    </message>
    <message>
        <source>Fixes</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Finetune</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>改进</translation>
    </message>
    <message>
        <source>Whose error</source>
        <translation>误差归属</translation>
    </message>
</context>
<context>
    <name>Duration</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分钟</translation>
    </message>
</context>
<context>
    <name>Error</name>
    <message>
        <source>This request cannot work.</source>
        <translation>该请求无法执行。</translation>
    </message>
    <message>
        <source>A file cannot be read.</source>
        <translation>无法读取文件。</translation>
    </message>
    <message>
        <source>A file is damaged or of another kind.</source>
        <translation>文件已损坏或类型不符。</translation>
    </message>
    <message>
        <source>A file cannot be written.</source>
        <translation>无法写入文件。</translation>
    </message>
    <message>
        <source>This kind of file is not supported.</source>
        <translation>不支持这种文件。</translation>
    </message>
    <message>
        <source>The model uses an operator that is not supported.</source>
        <translation>模型使用了不支持的算子。</translation>
    </message>
    <message>
        <source>The model&apos;s graph is not valid.</source>
        <translation>模型的计算图无效。</translation>
    </message>
    <message>
        <source>A node of the model is not valid.</source>
        <translation>模型中有无效节点。</translation>
    </message>
    <message>
        <source>The shapes do not fit together.</source>
        <translation>形状不匹配。</translation>
    </message>
    <message>
        <source>The element types do not fit together.</source>
        <translation>元素类型不匹配。</translation>
    </message>
    <message>
        <source>The numerical library refused.</source>
        <translation>数值计算库报告错误。</translation>
    </message>
    <message>
        <source>Quantloupe made a mistake. Please report it.</source>
        <translation>Quantloupe 内部出错，请报告此问题。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>FinetuneAnswer</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 before, %3 after step %4, on %5 that nothing was trained on.</source>
        <translation>%1：训练前 %2，第 %4 步后 %3，在未参与训练的 %5上测得。</translation>
    </message>
    <message>
        <source>%1: %2 before, on %3 that nothing is trained on; nothing has won yet.</source>
        <translation>%1：训练前 %2，在未参与训练的 %3上测得；尚无收益。</translation>
    </message>
    <message>
        <source>Nothing is offered: no network on the way was better without a loss on the %1 that nothing was trained on. %2 stays %3.</source>
        <translation>没有给出任何网络：在未参与训练的 %1上，训练途中没有一个网络更好而又不使任何输出变差。%2 仍为 %3。</translation>
    </message>
    <message>
        <source>It began with channels evened out between layers, which reach %1.</source>
        <translation>训练从各层之间均衡过的通道开始，均衡后为 %1。</translation>
    </message>
    <message>
        <source>%1 of %2 steps are made.</source>
        <translation>已完成 %1/%2 步。</translation>
    </message>
    <message>
        <source>Training was stopped after %1 of %2 steps.</source>
        <translation>训练在 %1/%2 步后停止。</translation>
    </message>
    <message>
        <source>Training was stopped after %1 of %2 steps: this is the best so far.</source>
        <translation>训练在 %1/%2 步后停止：这是目前最佳的结果。</translation>
    </message>
    <message>
        <source>This is about other models, settings or data than are open now: train again.</source>
        <translation>这一结果针对的模型、设置或数据与现在打开的不同：请重新训练。</translation>
    </message>
</context>
<context>
    <name>FixAnswer</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>No repair wins what it costs on the %1 that nothing was fitted to: %2 stays %3.</source>
        <translation>在未参与拟合的 %1上，没有一种修复的收益抵得上其代价：%2 仍为 %3。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 before, %3 after %n repair(s), on %4 that nothing was fitted to.</source>
        <translation>
            <numerusform>%1：修复前 %2，选用 %n 项修复后 %3，在未参与拟合的 %4上测得。</numerusform>
        </translation>
    </message>
    <message>
        <source>The cost stays the same.</source>
        <translation>代价不变。</translation>
    </message>
    <message>
        <source>The cost goes from %1 to %2.</source>
        <translation>代价从 %1 变为 %2。</translation>
    </message>
    <message>
        <source>The model as it was given reaches %1.</source>
        <translation>原待分析模型为 %1。</translation>
    </message>
    <message>
        <source>The config alone, with the weights as they are, reaches %1.</source>
        <translation>只改配置、权重不变时为 %1。</translation>
    </message>
    <message>
        <source>This is about other models, settings or data than are open now: find repairs again.</source>
        <translation>这一结果针对的模型、设置或数据与现在打开的不同：请重新查找修复。</translation>
    </message>
    <message>
        <source>lower is better</source>
        <translation>越小越好</translation>
    </message>
    <message>
        <source>higher is better</source>
        <translation>越大越好</translation>
    </message>
    <message>
        <source>Own judge (%1): %2 before, %3 after, %4 of the baseline.</source>
        <translation>自定义评估 (%1)：修复前 %2，修复后 %3，基准模型为 %4。</translation>
    </message>
    <message>
        <source>The search goes on; Esc stops it and keeps this.</source>
        <translation>搜索仍在继续；按 Esc 停止并保留这些结果。</translation>
    </message>
    <message>
        <source>The search ended early: this is the best so far.</source>
        <translation>搜索提前结束：这是目前最好的结果。</translation>
    </message>
    <message numerus="yes">
        <source>%n repair(s) tried so far, none wins what it costs: %1 stays %2.</source>
        <translation>
            <numerusform>目前已尝试 %n 项修复，收益均抵不上代价：%1 仍为 %2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repair(s) tried so far. %1 alone wins most: %2 %3 before, %4 after, on %5 that nothing was fitted to.</source>
        <translation>
            <numerusform>目前已尝试 %n 项修复。单独使用 %1 收益最大：%2 修复前 %3，修复后 %4，在未参与拟合的%5上测得。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphHeat</name>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message>
        <source>Share of the error</source>
        <translation>误差占比</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位宽</translation>
    </message>
    <message>
        <source>Sensitivity, %1</source>
        <translation>敏感度，%1</translation>
    </message>
    <message>
        <source>Share of the error (%)</source>
        <translation>误差占比 (%)</translation>
    </message>
    <message>
        <source>Time (ms)</source>
        <translation>用时 (ms)</translation>
    </message>
    <message>
        <source>harmless</source>
        <translation>无害</translation>
    </message>
    <message>
        <source>bad</source>
        <translation>差</translation>
    </message>
    <message>
        <source>robust</source>
        <translation>不敏感</translation>
    </message>
    <message>
        <source>sensitive</source>
        <translation>敏感</translation>
    </message>
    <message>
        <source>little</source>
        <translation>少</translation>
    </message>
    <message>
        <source>most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>fast</source>
        <translation>快</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>narrow</source>
        <translation>窄</translation>
    </message>
    <message>
        <source>wide</source>
        <translation>宽</translation>
    </message>
    <message>
        <source>Compare two models first.</source>
        <translation>请先比较两个模型。</translation>
    </message>
    <message>
        <source>Rank the layers by sensitivity first (F7).</source>
        <translation>请先按敏感度给层排序 (F7)。</translation>
    </message>
    <message>
        <source>Rank the layers by sensitivity first (F7), or compare with all causes.</source>
        <translation>请先按敏感度给层排序 (F7)，或以全部原因进行比较。</translation>
    </message>
    <message>
        <source>Collect statistics first (Shift+F7).</source>
        <translation>请先收集统计 (Shift+F7)。</translation>
    </message>
    <message>
        <source>Compare two models first, or draw the analysis model.</source>
        <translation>请先比较两个模型，或绘制待分析模型。</translation>
    </message>
</context>
<context>
    <name>GraphPainter</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphTip</name>
    <message>
        <source>Checks:</source>
        <translation>检查：</translation>
    </message>
    <message>
        <source>The error starts in it, at %1.</source>
        <translation>误差从其中的 %1 开始。</translation>
    </message>
    <message>
        <source>The error may start in it, at %1.</source>
        <translation>误差可能从其中的 %1 开始。</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>Open both models</source>
        <translation>打开两个模型</translation>
    </message>
    <message>
        <source>First the high-precision baseline model.</source>
        <translation>先打开高精度的基准模型。</translation>
    </message>
    <message>
        <source>Open baseline…</source>
        <translation>打开基准模型…</translation>
    </message>
    <message>
        <source>Now the quantized model that lost accuracy.</source>
        <translation>再打开精度下降的量化模型。</translation>
    </message>
    <message>
        <source>Open analysis…</source>
        <translation>打开待分析模型…</translation>
    </message>
    <message>
        <source>There is all that a comparison needs.</source>
        <translation>比较所需的内容已齐备。</translation>
    </message>
    <message>
        <source>Give them a real input</source>
        <translation>提供真实的输入</translation>
    </message>
    <message>
        <source>Random numbers find few real problems. Take a sample that was prepared as for the float model: colour order, layout, value range, mean and scale.</source>
        <translation>随机数很难发现真实问题。请使用与浮点模型相同预处理的样本：颜色顺序、数据布局、数值范围、均值和缩放。</translation>
    </message>
    <message>
        <source>Add inputs…</source>
        <translation>添加输入…</translation>
    </message>
    <message>
        <source>Make sure that it was prepared as for the float model: colour order, layout, value range, mean and scale.</source>
        <translation>请确认预处理与浮点模型一致：颜色顺序、数据布局、数值范围、均值和缩放。</translation>
    </message>
    <message>
        <source>Check the models themselves</source>
        <translation>检查模型本身</translation>
    </message>
    <message>
        <source>Show checks</source>
        <translation>显示检查</translation>
    </message>
    <message>
        <source>Rules look for uncalibrated scales, misplaced quantizers and the like; nothing is run.</source>
        <translation>规则会查找未校准的量化系数、位置不当的量化器等问题；不运行模型。</translation>
    </message>
    <message>
        <source>No rule has anything to say.</source>
        <translation>所有规则都没有意见。</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s), the most severe first.</source>
        <translation>
            <numerusform>%n 条结果，最严重者在前。</numerusform>
        </translation>
    </message>
    <message>
        <source>Find the input on which it goes wrong</source>
        <translation>找出出错的输入</translation>
    </message>
    <message>
        <source>Show bad cases</source>
        <translation>显示坏样本</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) searched. Use the worst one as the input.</source>
        <translation>
            <numerusform>已搜索 %n 个样本。请把最差的样本用作输入。</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a data set: both models are run on every sample, and the worst one is kept.</source>
        <translation>打开数据集：两个模型会在每个样本上运行，并保留最差的样本。</translation>
    </message>
    <message>
        <source>Both models are run on every sample, and the worst one is kept.</source>
        <translation>两个模型会在每个样本上运行，并保留最差的样本。</translation>
    </message>
    <message>
        <source>Compare layer by layer</source>
        <translation>逐层比较</translation>
    </message>
    <message>
        <source>Both models are run side by side on the input.</source>
        <translation>两个模型在该输入上并排运行。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>The outputs cannot be compared.</source>
        <translation>输出无法比较。</translation>
    </message>
    <message>
        <source>The worst output has an SQNR of %1 dB: on this input little is lost.</source>
        <translation>最差输出的 SQNR 为 %1 dB：在该输入上损失很小。</translation>
    </message>
    <message>
        <source>The worst output has an SQNR of %1 dB: much is lost on this input.</source>
        <translation>最差输出的 SQNR 为 %1 dB：在该输入上损失很大。</translation>
    </message>
    <message>
        <source>Show layers</source>
        <translation>显示层</translation>
    </message>
    <message>
        <source>Look at the layer where the error starts</source>
        <translation>查看误差开始的层</translation>
    </message>
    <message>
        <source>The comparison finds it.</source>
        <translation>比较会找出它。</translation>
    </message>
    <message>
        <source>No single layer stands out; the error adds up along the network.</source>
        <translation>没有突出的单层；误差沿网络逐渐累积。</translation>
    </message>
    <message>
        <source>It starts at %1. The inspector says whether values are clamped or rounded away, and what to do about it.</source>
        <translation>误差从 %1 开始。检查器会说明是截断误差还是舍入误差，以及如何处理。</translation>
    </message>
    <message>
        <source>It may start at %1; no layer was run alone to make sure.</source>
        <translation>可能从 %1 开始；没有单独运行任何层来确认。</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Small loss everywhere: calibrate otherwise</source>
        <translation>处处有小损失：换一种校准方法</translation>
    </message>
    <message>
        <source>Ranges that a few values stretch want percentiles or KL in place of the maximum; uneven channels want scales per channel; a shifted mean wants bias correction. The statistics and the local errors show which of them it is.</source>
        <translation>范围被少数数值拉大时，用百分位或 KL 代替最大值；通道不均时，逐通道设置量化系数；均值偏移时，使用偏置校正。统计和局部误差会显示属于哪种情况。</translation>
    </message>
    <message>
        <source>Show statistics</source>
        <translation>显示统计</translation>
    </message>
    <message>
        <source>Rank the layers, and give the worst more bits</source>
        <translation>给各层排序，并为最差的层增加位数</translation>
    </message>
    <message>
        <source>int16 for the most sensitive ones first, float for the last one or two.</source>
        <translation>先把最敏感的层改为 int16，最后一两层用浮点。</translation>
    </message>
    <message>
        <source>Show sensitivity</source>
        <translation>显示敏感度</translation>
    </message>
    <message>
        <source>%1 matters most: int16 for the most sensitive ones first, float for the last one or two.</source>
        <translation>%1 影响最大：先把最敏感的层改为 int16，最后一两层用浮点。</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Only the baseline ran %1, in which this layer stands.</source>
        <translation>该层位于 %1 中，只有基准模型运行了它。</translation>
    </message>
    <message>
        <source>Only the analysis model ran %1, in which this layer stands.</source>
        <translation>该层位于 %1 中，只有待分析模型运行了它。</translation>
    </message>
    <message>
        <source>The two models ran no iteration of %1 in common, in which this layer stands.</source>
        <translation>该层位于 %1 中，两个模型没有共同的循环迭代。</translation>
    </message>
    <message>
        <source>Neither model ran %1, in which this layer stands.</source>
        <translation>该层位于 %1 中，两个模型都没有运行它。</translation>
    </message>
    <message>
        <source>The values are strings, which have no numbers to compare.</source>
        <translation>值是字符串，没有可比较的数字。</translation>
    </message>
    <message>
        <source>The values are strings, which are equal or not: %1 of %2 are.</source>
        <translation>值是字符串，只有相等与不相等之分：%2 个中有 %1 个相等。</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>待分析</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素数</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Infinite</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Quantizer</source>
        <translation>量化器</translation>
    </message>
    <message>
        <source>The analysis value is not quantized.</source>
        <translation>待分析值未量化。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Granularity</source>
        <translation>粒度</translation>
    </message>
    <message>
        <source>per channel, axis %1</source>
        <translation>逐通道，轴 %1</translation>
    </message>
    <message>
        <source>per tensor</source>
        <translation>逐张量</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>量化系数</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Zero point</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>Clamped</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>File read as</source>
        <translation>文件读作</translation>
    </message>
    <message>
        <source>Paired by</source>
        <translation>配对依据</translation>
    </message>
    <message>
        <source>%1, confidence %2</source>
        <translation>%1，置信度 %2</translation>
    </message>
    <message>
        <source>Baseline value</source>
        <translation>基准值</translation>
    </message>
    <message>
        <source>Analysis value</source>
        <translation>待分析值</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>乘加次数</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>Inherited</source>
        <translation>继承误差</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>舍入误差</translation>
    </message>
    <message>
        <source>Clamping</source>
        <translation>截断误差</translation>
    </message>
    <message>
        <source>Where the error comes from</source>
        <translation>误差来源</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1：</translation>
    </message>
    <message>
        <source>Select a layer to see its values.</source>
        <translation>选择一个层以查看其数值。</translation>
    </message>
    <message>
        <source>After a comparison, the selected layer is shown here.</source>
        <translation>比较之后，这里显示所选的层。</translation>
    </message>
    <message>
        <source>No value of this layer is finite in both models, so there is nothing to draw.</source>
        <translation>该层没有在两个模型中都有限的值，无可绘制。</translation>
    </message>
    <message>
        <source>This layer has no partner, so there is nothing to draw side by side.</source>
        <translation>该层没有对应层，无法并排绘制。</translation>
    </message>
    <message>
        <source>The shapes of the two values differ, so they are not drawn together.</source>
        <translation>两个值的形状不同，不在一起绘制。</translation>
    </message>
    <message>
        <source>This layer is fused into %1; its values are shown there.</source>
        <translation>该层已融合到 %1，数值见该层。</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>On its own the layer reaches %1 dB.</source>
        <translation>单独量化该层为 %1 dB。</translation>
    </message>
</context>
<context>
    <name>LayerMenu</name>
    <message>
        <source>Show in layers</source>
        <translation>在层列表中显示</translation>
    </message>
    <message>
        <source>Show in graph</source>
        <translation>在计算图中显示</translation>
    </message>
    <message>
        <source>Show in inspector</source>
        <translation>在检查器中显示</translation>
    </message>
    <message>
        <source>Show only %1</source>
        <translation>只显示 %1</translation>
    </message>
    <message>
        <source>Show in all versions</source>
        <translation>在所有版本中显示</translation>
    </message>
</context>
<context>
    <name>LayerReason</name>
    <message>
        <source>The step of its weight is too coarse.</source>
        <translation>其权重的步长太粗。</translation>
    </message>
    <message>
        <source>The step of its scale is too coarse for its values.</source>
        <translation>对其数值来说，量化系数的步长太粗。</translation>
    </message>
    <message>
        <source>Its range is too small: it clamps values.</source>
        <translation>其范围太小：数值被截断。</translation>
    </message>
</context>
<context>
    <name>LayerSummary</name>
    <message>
        <source>The shapes differ (%1 and %2), so there is nothing to compare.</source>
        <translation>形状不同（%1 与 %2），无法比较。</translation>
    </message>
    <message>
        <source>This layer has no partner in the other model.</source>
        <translation>该层在另一模型中没有对应层。</translation>
    </message>
    <message>
        <source>This layer is fused into %1, which shows the difference.</source>
        <translation>该层已融合到 %1，差异见该层。</translation>
    </message>
    <message>
        <source>It holds NaN or infinite numbers.</source>
        <translation>含有 NaN 或无穷值。</translation>
    </message>
    <message>
        <source>There is no signal to measure an error against.</source>
        <translation>没有可用来衡量误差的信号。</translation>
    </message>
    <message>
        <source>Nothing: it is equal to the baseline&apos;s.</source>
        <translation>无：与基准模型完全相等。</translation>
    </message>
    <message>
        <source>Nothing of it is left.</source>
        <translation>信号已全部丢失。</translation>
    </message>
    <message>
        <source>%1 dB: the error starts here.</source>
        <translation>%1 dB：误差由此开始。</translation>
    </message>
    <message>
        <source>%1 dB: the error may start here.</source>
        <translation>%1 dB：误差可能由此开始。</translation>
    </message>
    <message>
        <source>%1 dB, inherited for the most part.</source>
        <translation>%1 dB，大部分继承自前面的层。</translation>
    </message>
    <message>
        <source>%1 dB.</source>
        <translation>%1 dB。</translation>
    </message>
    <message>
        <source>The worst slice is %1 with %2 dB.</source>
        <translation>最差的切片为 %1，%2 dB。</translation>
    </message>
    <message>
        <source>What it reads is wrong already: look at %1.</source>
        <translation>其输入已有误差：请看 %1。</translation>
    </message>
    <message>
        <source>What:</source>
        <translation>现象：</translation>
    </message>
    <message>
        <source>Why:</source>
        <translation>原因：</translation>
    </message>
    <message>
        <source>Nothing was found against this layer.</source>
        <translation>未发现该层的问题。</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Set right, %1 goes from %2 to %3 dB.</source>
        <translation>修正该层后，%1 由 %2 dB 变为 %3 dB。</translation>
    </message>
    <message numerus="yes">
        <source>Set right with %n other(s), %1 goes from %2 to %3 dB.</source>
        <translation>
            <numerusform>与另外 %n 层一起修正后，%1 由 %2 dB 变为 %3 dB。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PairMenu</name>
    <message>
        <source>Pair by hand</source>
        <translation>手动配对</translation>
    </message>
    <message>
        <source>The analysis model&apos;s layer that computes what %1 does:</source>
        <translation>待分析模型中与 %1 做同样计算的层：</translation>
    </message>
    <message>
        <source>Pair by hand…</source>
        <translation>手动配对…</translation>
    </message>
    <message>
        <source>Forget the pair made by hand</source>
        <translation>取消手动配对</translation>
    </message>
</context>
<context>
    <name>QDockWidget</name>
    <message>
        <source>Float</source>
        <translation>悬浮</translation>
    </message>
    <message>
        <source>Undocks and re-attaches the dock widget</source>
        <translation>悬浮和停靠可停靠部件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Closes the dock widget</source>
        <translation>关闭可停靠部件</translation>
    </message>
</context>
<context>
    <name>QTabBar</name>
    <message>
        <source>Scroll Left</source>
        <translation>向左滚动</translation>
    </message>
    <message>
        <source>Scroll Right</source>
        <translation>向右滚动</translation>
    </message>
</context>
<context>
    <name>QsciScintilla</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>RecentSessions</name>
    <message>
        <source>Nothing yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>%1 and %2 in %3</source>
        <translation>%1 与 %2，位于 %3</translation>
    </message>
</context>
<context>
    <name>RepairWords</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % of the multiplications in float</source>
        <translation>%1 % 的乘法为浮点</translation>
    </message>
    <message>
        <source>%1 % of the multiplications with 16-bit inputs</source>
        <translation>%1 % 的乘法使用 16 位输入</translation>
    </message>
    <message>
        <source>%1 % of the multiplications with wider weights</source>
        <translation>%1 % 的乘法使用更宽的权重</translation>
    </message>
    <message>
        <source>no more arithmetic</source>
        <translation>不增加运算</translation>
    </message>
    <message>
        <source>∞ dB (equal)</source>
        <translation>∞ dB（相等）</translation>
    </message>
    <message>
        <source>NaN or infinite</source>
        <translation>NaN 或无穷大</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>Calibrate the config anew</source>
        <translation>重新校准配置</translation>
    </message>
    <message>
        <source>A scale per channel: %1</source>
        <translation>逐通道量化系数：%1</translation>
    </message>
    <message>
        <source>Range of least error: %1</source>
        <translation>误差最小的范围：%1</translation>
    </message>
    <message>
        <source>More weight bits: %1</source>
        <translation>增加权重位数：%1</translation>
    </message>
    <message>
        <source>int16: %1</source>
        <translation>int16：%1</translation>
    </message>
    <message>
        <source>Skip together: %1</source>
        <translation>一起跳过：%1</translation>
    </message>
    <message>
        <source>Skip %1</source>
        <translation>跳过 %1</translation>
    </message>
    <message>
        <source>All that the search found</source>
        <translation>搜索找到的全部修复</translation>
    </message>
    <message numerus="yes">
        <source>%1 → %2 on the worst of %n sample(s)</source>
        <translation>
            <numerusform>%n 个样本中最差的：%1 → %2</numerusform>
        </translation>
    </message>
    <message>
        <source>The config doesn&apos;t make the model that was opened: simulated, the worst output has %1, in the opened model %2, on the same samples. What is promised here is of the simulation.</source>
        <translation>该配置得到的不是所打开的模型：在相同样本上，模拟的最差输出为 %1，所打开的模型为 %2。此处承诺的数值属于模拟结果。</translation>
    </message>
    <message>
        <source>%1 % of the multiplications wider or in float</source>
        <translation>%1 % 的乘法采用更多位数或浮点</translation>
    </message>
    <message>
        <source>%1 + %2</source>
        <comment>two changes made together</comment>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>the target&apos;s rules forbid it: %1</source>
        <translation>目标芯片的规则不允许：%1</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between facts about a repair</comment>
        <translation>；</translation>
    </message>
    <message numerus="yes">
        <source>%1 + %n more change(s)</source>
        <translation>
            <numerusform>%1 + 另外 %n 项改动</numerusform>
        </translation>
    </message>
    <message>
        <source>A scale per channel</source>
        <translation>逐通道量化系数</translation>
    </message>
    <message>
        <source>Range of least error</source>
        <translation>误差最小的范围</translation>
    </message>
    <message>
        <source>More weight bits</source>
        <translation>更多权重位数</translation>
    </message>
    <message>
        <source>int16</source>
        <translation>int16</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names of layers</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>The overrides that tune found</source>
        <translation>调优找到的覆盖设置</translation>
    </message>
</context>
<context>
    <name>Shape</name>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Graph: zoom</source>
        <translation>计算图：缩放</translation>
    </message>
    <message>
        <source>In, out, everything</source>
        <translation>放大、缩小、全部</translation>
    </message>
    <message>
        <source>Graph: walk along edges</source>
        <translation>计算图：沿边移动</translation>
    </message>
    <message>
        <source>Graph and tables: open the inspector</source>
        <translation>计算图与表格：打开检查器</translation>
    </message>
    <message>
        <source>Graph and charts: move</source>
        <translation>计算图与图表：平移</translation>
    </message>
    <message>
        <source>drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Charts: show everything</source>
        <translation>图表：显示全部</translation>
    </message>
    <message>
        <source>double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Tables: copy rows</source>
        <translation>表格：复制行</translation>
    </message>
    <message>
        <source>In full precision</source>
        <translation>以完整精度</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Error along the network, Tune: from point to point</source>
        <translation>沿网络的误差、调优：逐点移动</translation>
    </message>
    <message>
        <source>Enter takes the chosen point of Tune into the config</source>
        <translation>回车把调优中选中的点写入配置</translation>
    </message>
    <message>
        <source>Graph: move, wherever the mouse is</source>
        <translation>计算图：在任意位置移动</translation>
    </message>
    <message>
        <source>Space + drag</source>
        <translation>空格 + 拖动</translation>
    </message>
</context>
<context>
    <name>StartOptions</name>
    <message>
        <source>The high-precision model.</source>
        <translation>高精度模型。</translation>
    </message>
    <message>
        <source>The quantized model.</source>
        <translation>量化模型。</translation>
    </message>
    <message>
        <source>An input, as for quantloupe-cli; may be repeated.</source>
        <translation>输入，写法同 quantloupe-cli；可重复。</translation>
    </message>
    <message>
        <source>Opens the example that comes with the program.</source>
        <translation>打开随程序提供的示例。</translation>
    </message>
    <message>
        <source>Language of the window: en or zh_CN.</source>
        <translation>界面语言：en 或 zh_CN。</translation>
    </message>
    <message>
        <source>Compares, writes a picture of the window as PNG and quits.</source>
        <translation>比较后将窗口保存为 PNG 图片并退出。</translation>
    </message>
    <message>
        <source>A loupe for quantized neural networks</source>
        <translation>量化神经网络的放大镜</translation>
    </message>
    <message>
        <source>A data set to look for bad cases in.</source>
        <translation>用于查找坏样本的数据集。</translation>
    </message>
    <message>
        <source>A project, a result, or models and inputs.</source>
        <translation>工程、结果，或模型和输入。</translation>
    </message>
    <message>
        <source>A quantization config.</source>
        <translation>量化配置。</translation>
    </message>
    <message>
        <source>Samples that the config is calibrated with.</source>
        <translation>用于校准配置的样本。</translation>
    </message>
    <message>
        <source>Writes the charts of the results as PNG into a folder and quits.</source>
        <translation>把结果中的图以 PNG 写入一个文件夹，然后退出。</translation>
    </message>
</context>
<context>
    <name>StepWords</name>
    <message>
        <source>Skip %1 and try it</source>
        <translation>跳过 %1 并试运行</translation>
    </message>
    <message>
        <source>Set %1 to int16 and try it</source>
        <translation>将 %1 设为 int16 并试运行</translation>
    </message>
    <message numerus="yes">
        <source>Skip %n layer(s) and try it</source>
        <translation>
            <numerusform>跳过 %n 层并试运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skip scope %1 (%n layer(s)) and try it</source>
        <translation>
            <numerusform>跳过作用域 %1（%n 层）并试运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Set %n layer(s) to int16 and try it</source>
        <translation>
            <numerusform>将 %n 层设为 int16 并试运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Open baseline…</source>
        <translation>打开基准模型…</translation>
    </message>
    <message>
        <source>Open analysis model…</source>
        <translation>打开待分析模型…</translation>
    </message>
    <message>
        <source>Open config…</source>
        <translation>打开配置…</translation>
    </message>
    <message>
        <source>Open samples…</source>
        <translation>打开样本…</translation>
    </message>
    <message>
        <source>Open calibration data…</source>
        <translation>打开校准数据…</translation>
    </message>
    <message>
        <source>Examine again</source>
        <translation>重新诊断</translation>
    </message>
    <message>
        <source>Examine</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Examine on random numbers</source>
        <translation>用随机数诊断</translation>
    </message>
    <message>
        <source>Find whose error it is</source>
        <translation>查找误差来源</translation>
    </message>
    <message>
        <source>Try the config</source>
        <translation>试运行配置</translation>
    </message>
    <message>
        <source>Undo the edit</source>
        <translation>撤销编辑</translation>
    </message>
    <message>
        <source>Save the config</source>
        <translation>保存配置</translation>
    </message>
    <message>
        <source>Tune the config</source>
        <translation>调优配置</translation>
    </message>
    <message>
        <source>Take the tuned config and try it</source>
        <translation>采用调优后的配置并试运行</translation>
    </message>
    <message>
        <source>Find repairs</source>
        <translation>查找修复方案</translation>
    </message>
    <message>
        <source>Repair the config and try it</source>
        <translation>修复配置并试运行</translation>
    </message>
    <message>
        <source>Export the repaired model…</source>
        <translation>导出修复后的模型…</translation>
    </message>
</context>
<context>
    <name>Tune</name>
    <message>
        <source>%1 in float</source>
        <translation>%1 用浮点</translation>
    </message>
    <message>
        <source>the value %1</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>%1 in int16</source>
        <translation>%1 用 int16</translation>
    </message>
    <message>
        <source>%1 per channel</source>
        <translation>%1 逐通道</translation>
    </message>
    <message numerus="yes">
        <source>%1 (and %n more)</source>
        <translation>
            <numerusform>%1（另有 %n 层）</numerusform>
        </translation>
    </message>
    <message>
        <source>as the config says</source>
        <translation>与配置相同</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) of %1</source>
        <translation>
            <numerusform>%1 的 %n 层</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Versions</name>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>方差</translation>
    </message>
    <message>
        <source>NaN and infinite</source>
        <translation>NaN 与无穷大</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>Quantized to</source>
        <translation>量化为</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>量化系数</translation>
    </message>
    <message>
        <source>Zero point</source>
        <translation>零点</translation>
    </message>
    <message>
        <source>Clamped</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>WindowMenus</name>
    <message>
        <source>C&amp;auses</source>
        <translation>查找原因(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>System language</source>
        <translation>系统语言</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>System theme</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Export for other &amp;tools</source>
        <translation>导出给其他工具(&amp;T)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::Analysis</name>
    <message>
        <source>A folded or fused variant of the baseline has no quantizers to ask about</source>
        <translation>基准模型的折叠或融合变体没有可供查询的量化器</translation>
    </message>
</context>
<context>
    <name>ql::widgets::AnalysisView</name>
    <message>
        <source>Of models that are no longer open. %1</source>
        <translation>属于已不再打开的模型。%1</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Write what the table shows to a file</source>
        <translation>把表格内容写入文件</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ArithmeticChoice</name>
    <message>
        <source>Computed as %1.</source>
        <translation>按 %1 计算。</translation>
    </message>
    <message>
        <source>%1 explains the dump best.</source>
        <translation>%1 最能解释转储的数据。</translation>
    </message>
    <message>
        <source>The dump cannot tell %1 apart; the layers are of the first.</source>
        <translation>转储的数据无法区分 %1；各层按第一种计算。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n layer(s) are exact.</source>
        <translation>
            <numerusform>%n 层中有 %1 层完全相同。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 of %3 layers exact, noise / signal %4</source>
        <translation>%1：%3 层中有 %2 层完全相同，噪声/信号 %4</translation>
    </message>
    <message>
        <source>Targets with the same scales differ in how sums become integers. With a dump of one, the model in 8 bits beside it computes as that target, or as the one that explains the dump best</source>
        <translation>量化系数相同的目标硬件，把累加和变为整数的方式不同。有了目标硬件的转储，与之对照的 8 位模型可按该硬件计算，或按最能解释转储的方式计算</translation>
    </message>
    <message>
        <source>Computed as the model says</source>
        <translation>按模型所述计算</translation>
    </message>
    <message>
        <source>Find out how the target computes</source>
        <translation>查明目标硬件如何计算</translation>
    </message>
    <message>
        <source>Computed as %1</source>
        <translation>按 %1 计算</translation>
    </message>
</context>
<context>
    <name>ql::widgets::AttributionAnalysis</name>
    <message>
        <source>Error causes</source>
        <translation>误差成因</translation>
    </message>
    <message>
        <source>Take each layer&apos;s error apart: what it inherits, its weights, rounding, clamping (F8)</source>
        <translation>分解每层误差：继承、权重、舍入、截断 (F8)</translation>
    </message>
    <message>
        <source>Taking errors apart</source>
        <translation>分解误差</translation>
    </message>
    <message>
        <source>&amp;Error causes</source>
        <translation>误差成因(&amp;E)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::BadCaseAnalysis</name>
    <message>
        <source>&amp;Bad cases</source>
        <translation>坏样本(&amp;B)</translation>
    </message>
    <message>
        <source>Bad cases</source>
        <translation>坏样本</translation>
    </message>
    <message>
        <source>Searching bad cases</source>
        <translation>查找坏样本</translation>
    </message>
    <message>
        <source>Find the samples of the data on which the two models differ most (F12)</source>
        <translation>在数据中查找两个模型差异最大的样本 (F12)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::BadCasesView</name>
    <message>
        <source>This sample holds no tensor.</source>
        <translation>该样本不含张量。</translation>
    </message>
    <message>
        <source>Use as input</source>
        <translation>用作输入</translation>
    </message>
    <message>
        <source>Make this sample the input of the comparison, and compare</source>
        <translation>把该样本作为比较的输入，并开始比较</translation>
    </message>
    <message>
        <source>Open a folder of samples…</source>
        <translation>打开样本文件夹…</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Search at most so many samples</source>
        <translation>最多查找这么多样本</translation>
    </message>
    <message>
        <source>Filter samples</source>
        <translation>筛选样本</translation>
    </message>
    <message>
        <source>The model&apos;s output that is judged</source>
        <translation>据以判断的模型输出</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Both models are run on every sample. Esc stops; what is known so far stays.</source>
        <translation>两个模型会在每个样本上运行。按 Esc 停止，已得到的结果保留。</translation>
    </message>
    <message>
        <source>On which inputs does it go wrong?</source>
        <translation>哪些输入会出错？</translation>
    </message>
    <message>
        <source>Open a baseline and an analysis model first, then a data set.</source>
        <translation>请先打开基准模型和待分析模型，再打开数据集。</translation>
    </message>
    <message>
        <source>Open a data set: a folder of .npy files or images, or one .npy whose first axis counts the samples. You can also drop it on the project.</source>
        <translation>请打开数据集：.npy 文件或图像的文件夹，或第一维为样本数的单个 .npy。也可以把它拖到工程栏。</translation>
    </message>
    <message>
        <source>Both models are run on every sample of %1, and the outputs compared.</source>
        <translation>两个模型会在 %1 的每个样本上运行，并比较输出。</translation>
    </message>
    <message>
        <source>Worst output</source>
        <translation>最差输出</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n sample(s)</source>
        <translation>
            <numerusform>%1 / %n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>right: %1 of them, baseline %2</source>
        <translation>正确：%1 个，基准 %2 个</translation>
    </message>
    <message>
        <source>no decision, as there is NaN: %1 of them, baseline %2</source>
        <translation>因含 NaN 而无判定：%1 个，基准 %2 个</translation>
    </message>
    <message>
        <source>The spread over the samples is drawn here.</source>
        <translation>这里绘制各样本的分布。</translation>
    </message>
    <message>
        <source>Select a sample to look at it.</source>
        <translation>选择一个样本以查看。</translation>
    </message>
    <message>
        <source>Reading a sample</source>
        <translation>读取样本</translation>
    </message>
    <message>
        <source>Export bad cases</source>
        <translation>导出坏样本</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Samples, the worst first</source>
        <translation>样本，最差者在前</translation>
    </message>
    <message>
        <source>Write what the table shows to a file</source>
        <translation>把表格显示的内容写入文件</translation>
    </message>
</context>
<context>
    <name>ql::widgets::BudgetPicture</name>
    <message>
        <source>Which quantizers make the noise of %1</source>
        <translation>哪些量化器造成 %1 的噪声</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>%1 · %2 in the trial</source>
        <translation>%1 · 试运行中为 %2</translation>
    </message>
    <message>
        <source>%1 dB, %2 of the noise</source>
        <translation>%1 dB，噪声的 %2</translation>
    </message>
    <message>
        <source>before the trial</source>
        <translation>试运行之前</translation>
    </message>
    <message>
        <source>after it</source>
        <translation>试运行之后</translation>
    </message>
    <message>
        <source>%1: %2, alone %3 dB</source>
        <translation>%1：%2，单独时 %3 dB</translation>
    </message>
</context>
<context>
    <name>ql::widgets::CalibrateAnalysis</name>
    <message>
        <source>Calib&amp;rate</source>
        <translation>校准(&amp;R)</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>校准</translation>
    </message>
    <message>
        <source>Find the scales of the config and make the quantized model</source>
        <translation>求出配置的量化系数并生成量化模型</translation>
    </message>
    <message>
        <source>Calibrating</source>
        <translation>校准</translation>
    </message>
</context>
<context>
    <name>ql::widgets::CalibrateView</name>
    <message>
        <source>Quantized values</source>
        <translation>量化的值</translation>
    </message>
    <message>
        <source>Folder for the quantized model</source>
        <translation>量化后模型的文件夹</translation>
    </message>
    <message>
        <source>Save the quantized model…</source>
        <translation>保存量化后的模型…</translation>
    </message>
    <message>
        <source>Write it as QDQ ONNX and in integers into a folder, with the record of its scales</source>
        <translation>以 QDQ ONNX 和整数形式写入一个文件夹，并附上量化因子记录</translation>
    </message>
    <message>
        <source>What the scales do to the outputs</source>
        <translation>量化系数对各输出的影响</translation>
    </message>
    <message>
        <source>Which scales does the config give?</source>
        <translation>配置给出怎样的量化系数？</translation>
    </message>
    <message>
        <source>Calibrating…</source>
        <translation>正在校准…</translation>
    </message>
    <message>
        <source>The calibration data is run through the model. Esc stops.</source>
        <translation>正在让校准数据通过模型。Esc 停止。</translation>
    </message>
    <message>
        <source>Every quantized value gets its scale from the calibration data, or from the record, and the outputs are compared with those of the float model.</source>
        <translation>每个量化的值从校准数据或记录得到量化系数，并把各输出与浮点模型的输出比较。</translation>
    </message>
    <message>
        <source>Open a baseline model, a quantization config and calibration data first.</source>
        <translation>请先打开基准模型、量化配置和校准数据。</translation>
    </message>
    <message>
        <source>The scales are from a record.</source>
        <translation>量化系数来自记录。</translation>
    </message>
    <message numerus="yes">
        <source>Calibrated on %n sample(s).</source>
        <translation>
            <numerusform>用 %n 个样本校准。</numerusform>
        </translation>
    </message>
    <message>
        <source>Output %1: SQNR %2 dB simulated, %3 dB in integers.</source>
        <translation>输出 %1：模拟时 SQNR 为 %2 dB，整数计算时为 %3 dB。</translation>
    </message>
    <message numerus="yes">
        <source>%n quantized value(s)</source>
        <translation>
            <numerusform>%n 个量化的值</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::CauseActions</name>
    <message>
        <source>Causes: &amp;none</source>
        <translation>原因：不查(&amp;N)</translation>
    </message>
    <message>
        <source>Only compare: advice about causes stays a guess</source>
        <translation>只做比较：关于原因的建议只是推测</translation>
    </message>
    <message>
        <source>Causes: &amp;quick</source>
        <translation>原因：快速(&amp;Q)</translation>
    </message>
    <message>
        <source>Run the layers whose error matters again under control, for at most half of the comparison&apos;s work: advice about them is measured</source>
        <translation>对误差要紧的层做受控重跑，最多再花比较工作量的一半：关于这些层的建议均为实测</translation>
    </message>
    <message>
        <source>Causes: &amp;full</source>
        <translation>原因：完整(&amp;F)</translation>
    </message>
    <message>
        <source>Run every quantized layer again under control, and measure each quantizer&apos;s share of the outputs&apos; error: takes many times as long</source>
        <translation>对每个量化层做受控重跑，并实测每个量化器在输出误差中所占的份额：耗时为数倍</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ChangeTableModel</name>
    <message>
        <source>model output</source>
        <translation>模型输出</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>▲ better, ▼ worse than before</source>
        <translation>▲ 比之前好，▼ 比之前差</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Op</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>%1 before</source>
        <translation>之前的 %1</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>改善</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ChannelsChart</name>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>待分析</translation>
    </message>
    <message>
        <source>its range is %1 times the median channel&apos;s</source>
        <translation>其范围是中位通道的 %1 倍</translation>
    </message>
    <message>
        <source>This tensor has no channels to compare.</source>
        <translation>该张量没有可比较的通道。</translation>
    </message>
    <message>
        <source>channels, the worst first</source>
        <translation>通道，误差最大者在前</translation>
    </message>
    <message>
        <source>channels, the worst %1 of %2</source>
        <translation>误差最大的 %1 个通道（共 %2 个）</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>%1 to %2, half of them %3 to %4, median %5</source>
        <translation>%1 至 %2，中间一半在 %3 至 %4，中位数 %5</translation>
    </message>
    <message>
        <source>Channel %1 · SQNR %2 dB · mean error %3</source>
        <translation>通道 %1 · SQNR %2 dB · 平均误差 %3</translation>
    </message>
    <message>
        <source>baseline %1</source>
        <translation>基准 %1</translation>
    </message>
    <message>
        <source>analysis %1</source>
        <translation>待分析 %1</translation>
    </message>
    <message>
        <source>scale %1</source>
        <translation>量化系数 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s) are not finite</source>
        <translation>
            <numerusform>%n 对不是有限值</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ChannelsPage</name>
    <message>
        <source>Channel axis</source>
        <translation>通道轴</translation>
    </message>
    <message>
        <source>Which axis holds the channels</source>
        <translation>通道位于哪个轴</translation>
    </message>
    <message>
        <source>All channels</source>
        <translation>全部通道</translation>
    </message>
    <message>
        <source>Back to all channels (Backspace)</source>
        <translation>返回全部通道（退格键）</translation>
    </message>
    <message>
        <source>Channel %1</source>
        <translation>通道 %1</translation>
    </message>
    <message>
        <source>Channel %1 · SQNR %2 dB</source>
        <translation>通道 %1 · SQNR %2 dB</translation>
    </message>
    <message>
        <source>All values of this channel are the same, or none is finite.</source>
        <translation>该通道的所有数值都相同，或没有有限数。</translation>
    </message>
    <message>
        <source>axis %1 (%2)</source>
        <translation>轴 %1（%2）</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ChartPane</name>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>复制数据</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Chart: %1 over %2</source>
        <translation>图表：%1（横轴：%2）</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.pdf *.png)</source>
        <translation>图片 (*.svg *.pdf *.png)</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>ql::widgets::CheckAnalysis</name>
    <message>
        <source>Chec&amp;k models</source>
        <translation>检查模型(&amp;K)</translation>
    </message>
    <message>
        <source>Check models</source>
        <translation>检查模型</translation>
    </message>
    <message>
        <source>Look for mistakes in both models, which run once where inputs are given (Shift+F9)</source>
        <translation>查找两个模型中的错误；给出输入时，模型运行一次（Shift+F9）</translation>
    </message>
    <message>
        <source>Checking models</source>
        <translation>检查模型</translation>
    </message>
</context>
<context>
    <name>ql::widgets::CheckTableModel</name>
    <message>
        <source>both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>待分析</translation>
    </message>
    <message>
        <source>whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>建议</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s): %1</source>
        <translation>
            <numerusform>%n 层：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (and alike)</source>
        <translation>%1（其余类似）</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ChecksView</name>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>The models are read, not run.</source>
        <translation>只读取模型，不运行。</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有发现问题</translation>
    </message>
    <message>
        <source>No rule has anything to say about these models.</source>
        <translation>所有规则对这两个模型都没有意见。</translation>
    </message>
    <message>
        <source>Is anything wrong with the models themselves?</source>
        <translation>模型本身有没有问题？</translation>
    </message>
    <message>
        <source>Rules look for uncalibrated scales, weights with one scale for very different channels, quantizers in the wrong place and much else, without running anything.</source>
        <translation>规则会查找未校准的量化系数、通道差异很大却共用一个量化系数的权重、位置不当的量化器等问题，无需运行模型。</translation>
    </message>
    <message>
        <source>Open a model first; then rules look for mistakes in it without running it.</source>
        <translation>请先打开模型；规则会在不运行模型的情况下查找其中的错误。</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n 条提示</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigActions</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等另外 %n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;int16</source>
        <translation>&amp;int16</translation>
    </message>
    <message>
        <source>S&amp;kip</source>
        <translation>跳过(&amp;K)</translation>
    </message>
    <message>
        <source>Leave the layer in float (Ctrl+K)</source>
        <translation>让该层保持浮点 (Ctrl+K)</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>还原(&amp;R)</translation>
    </message>
    <message>
        <source>Take back what the config says of this layer alone (Ctrl+Shift+K)</source>
        <translation>撤回配置中只针对该层的内容 (Ctrl+Shift+K)</translation>
    </message>
    <message>
        <source>&amp;Save config</source>
        <translation>保存配置(&amp;S)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Write the edited config into its file (Ctrl+S)</source>
        <translation>把编辑后的配置写入文件 (Ctrl+S)</translation>
    </message>
    <message>
        <source>Undo the last edit of the config (Ctrl+Z)</source>
        <translation>撤销对配置的上一次编辑 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Edit them too</source>
        <translation>一并编辑</translation>
    </message>
    <message>
        <source>%1: written into %2, not saved yet.</source>
        <translation>%1：已写入 %2，尚未保存。</translation>
    </message>
    <message>
        <source>%1: the config says so already.</source>
        <translation>%1：配置中已是如此。</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) should be quantized alike, because they share its data (%1 MACs): %2</source>
        <translation>
            <numerusform>有 %n 层共享其数据，应采用相同的量化设置（%1 次乘加）：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>R&amp;edo: %1</source>
        <translation>重做(&amp;E)：%1</translation>
    </message>
    <message>
        <source>R&amp;edo</source>
        <translation>重做(&amp;E)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message numerus="yes">
        <source>&amp;int16 for %n layer(s)</source>
        <translation>
            <numerusform>将 %n 层设为 &amp;int16</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>S&amp;kip %n layer(s)</source>
        <translation>
            <numerusform>跳过 %n 层(&amp;K)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Restore %n layer(s)</source>
        <translation>
            <numerusform>还原 %n 层(&amp;R)</numerusform>
        </translation>
    </message>
    <message>
        <source>Quantize what the layer reads with 16 bits (Ctrl+B)</source>
        <translation>用 16 位量化该层的输入 (Ctrl+B)</translation>
    </message>
    <message numerus="yes">
        <source>Per &amp;channel for %n layer(s)</source>
        <translation>
            <numerusform>%n 层逐通道(&amp;C)</numerusform>
        </translation>
    </message>
    <message>
        <source>Per &amp;channel</source>
        <translation>逐通道(&amp;C)</translation>
    </message>
    <message numerus="yes">
        <source>More &amp;weight bits for %n layer(s)</source>
        <translation>
            <numerusform>%n 层增加权重位数(&amp;W)</numerusform>
        </translation>
    </message>
    <message>
        <source>More &amp;weight bits</source>
        <translation>增加权重位数(&amp;W)</translation>
    </message>
    <message numerus="yes">
        <source>Range of &amp;least error for %n layer(s)</source>
        <translation>
            <numerusform>%n 层误差最小的范围(&amp;L)</numerusform>
        </translation>
    </message>
    <message>
        <source>Range of &amp;least error</source>
        <translation>误差最小的范围(&amp;L)</translation>
    </message>
    <message>
        <source>int16</source>
        <translation>int16</translation>
    </message>
    <message>
        <source>Per channel</source>
        <translation>逐通道</translation>
    </message>
    <message>
        <source>More bits</source>
        <translation>增加位数</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Give each channel of the layer&apos;s weight a scale of its own (Ctrl+Shift+B)</source>
        <translation>为该层权重的每个通道各用一个量化系数（Ctrl+Shift+B）</translation>
    </message>
    <message>
        <source>Quantize the layer&apos;s weight with 8 bits where it has fewer, else with 16</source>
        <translation>不足 8 位的权重改为 8 位，否则改为 16 位</translation>
    </message>
    <message>
        <source>Clip what the layer reads where that loses least, in place of covering all of it</source>
        <translation>在损失最小处截断该层读取的数值，而不是覆盖其全部范围</translation>
    </message>
    <message>
        <source>Redo the edit of the config that was undone (Ctrl+Shift+Z, Ctrl+Y)</source>
        <translation>重做被撤销的配置编辑（Ctrl+Shift+Z、Ctrl+Y）</translation>
    </message>
    <message>
        <source>%1 % of the multiplications wider or in float</source>
        <translation>%1 % 的乘法变宽或为浮点</translation>
    </message>
    <message>
        <source>weights %1 KiB larger</source>
        <translation>权重增大 %1 KiB</translation>
    </message>
    <message>
        <source>no more arithmetic</source>
        <translation>不增加运算</translation>
    </message>
    <message numerus="yes">
        <source>%n more layer(s) should be quantized alike</source>
        <translation>
            <numerusform>另有 %n 层应同样量化</numerusform>
        </translation>
    </message>
    <message>
        <source>Cost: %1</source>
        <translation>代价：%1</translation>
    </message>
    <message>
        <source>weights %1 KiB smaller</source>
        <translation>权重减小 %1 KiB</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigDocument</name>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>Reading the graph</source>
        <translation>读取计算图</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigFiles</name>
    <message>
        <source>Samples (*.npy *.npz *.pt *.txt *.list);;All files (*)</source>
        <translation>样本 (*.npy *.npz *.pt *.txt *.list);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>No quantization config is open. Open one, or make one beside the baseline model; the edit is made as soon as it is there.</source>
        <translation>尚未打开量化配置。请打开一个，或在基准模型旁新建一个；配置就绪后会立即进行该编辑。</translation>
    </message>
    <message>
        <source>Unsaved edits</source>
        <translation>未保存的编辑</translation>
    </message>
    <message>
        <source>Save the edits of %1?</source>
        <translation>要保存对 %1 的编辑吗？</translation>
    </message>
    <message>
        <source>Open quantization config</source>
        <translation>打开量化配置</translation>
    </message>
    <message>
        <source>Configs (*.yaml *.yml *.json *.cfg *.prototxt *.qtable *.txt *.encodings *.cache);;All files (*)</source>
        <translation>配置 (*.yaml *.yml *.json *.cfg *.prototxt *.qtable *.txt *.encodings *.cache);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save config as</source>
        <translation>配置另存为</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open calibration data</source>
        <translation>打开校准数据</translation>
    </message>
    <message>
        <source>Open a folder of calibration samples</source>
        <translation>打开校准样本文件夹</translation>
    </message>
    <message>
        <source>Make a config</source>
        <translation>新建配置</translation>
    </message>
    <message>
        <source>Quantize the baseline as the analysis model is quantized, in this dialect:</source>
        <translation>按待分析模型的量化方式量化基准模型，使用的配置格式：</translation>
    </message>
    <message>
        <source>Quantize every layer of the baseline to 8 bits, in this dialect:</source>
        <translation>把基准模型的每一层量化为 8 位，使用的配置格式：</translation>
    </message>
    <message>
        <source>The config quantizes as the analysis model does; its scales are taken from the record beside it.</source>
        <translation>该配置的量化方式与待分析模型一致；量化系数取自旁边的记录文件。</translation>
    </message>
    <message>
        <source>The config quantizes every layer to 8 bits; calibration data say the scales.</source>
        <translation>该配置把每一层量化为 8 位；量化系数由校准数据确定。</translation>
    </message>
    <message numerus="yes">
        <source>A simulation of the config differs from the analysis model in %n point(s). The first: %1: %2</source>
        <translation>
            <numerusform>该配置的仿真与待分析模型有 %n 处不同。第一处：%1：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This dialect can&apos;t say %n thing(s) of the config. The first: %1: %2</source>
        <translation>
            <numerusform>该格式无法表达配置中的 %n 项。第一项：%1：%2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigForm</name>
    <message>
        <source>Quantized</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Off: the layer stays in float (skip)</source>
        <translation>关闭：该层保持浮点（跳过）</translation>
    </message>
    <message>
        <source>Activation bits</source>
        <translation>激活位宽</translation>
    </message>
    <message>
        <source>Width of what the layer reads, or the number format that it has instead</source>
        <translation>该层输入的位宽，或代替位宽的数值格式</translation>
    </message>
    <message>
        <source>Weight bits</source>
        <translation>权重位宽</translation>
    </message>
    <message>
        <source>Width of its weights, or their number format</source>
        <translation>该层权重的位宽，或其数值格式</translation>
    </message>
    <message>
        <source>Weight scales</source>
        <translation>权重量化系数</translation>
    </message>
    <message>
        <source>One scale for the whole weight, or one per output channel</source>
        <translation>整个权重一个量化系数，或每个输出通道一个</translation>
    </message>
    <message>
        <source>Observer</source>
        <translation>观察器</translation>
    </message>
    <message>
        <source>How calibration finds the range of what the layer reads</source>
        <translation>校准如何确定该层输入的范围</translation>
    </message>
    <message>
        <source>Fixed scale</source>
        <translation>固定量化系数</translation>
    </message>
    <message>
        <source>A scale that calibration must not touch; empty = calibrated</source>
        <translation>校准不得改动的量化系数；留空 = 由校准确定</translation>
    </message>
    <message>
        <source>calibrated</source>
        <translation>由校准确定</translation>
    </message>
    <message>
        <source>Edit the layers that must agree as well</source>
        <translation>一并编辑必须一致的层</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>还原(&amp;R)</translation>
    </message>
    <message>
        <source>Take back what the config says of this layer alone</source>
        <translation>撤回配置中只针对该层的内容</translation>
    </message>
    <message>
        <source>Open a config to see what it says of a layer.</source>
        <translation>打开配置后，可查看它对某一层的设置。</translation>
    </message>
    <message>
        <source>Select a layer to see how it is quantized.</source>
        <translation>选择一层以查看其量化方式。</translation>
    </message>
    <message>
        <source>The config cannot be read; the text shows where.</source>
        <translation>配置无法读取，文本中标出了位置。</translation>
    </message>
    <message>
        <source>Looking at %1</source>
        <translation>查看 %1</translation>
    </message>
    <message>
        <source>The baseline model has no layer of that name, so the config cannot speak of it.</source>
        <translation>基准模型中没有该名称的层，配置无法提及它。</translation>
    </message>
    <message>
        <source>Decided by the rule for: %1 (line %2)</source>
        <translation>由此规则决定：%1（第 %2 行）</translation>
    </message>
    <message>
        <source>Decided by the rule for: %1</source>
        <translation>由此规则决定：%1</translation>
    </message>
    <message>
        <source>per tensor</source>
        <translation>逐张量</translation>
    </message>
    <message>
        <source>per channel</source>
        <translation>逐通道</translation>
    </message>
    <message>
        <source>as by default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Open the baseline model to see which layers must agree with this one.</source>
        <translation>打开基准模型后，可看到哪些层必须与该层一致。</translation>
    </message>
    <message>
        <source>No other layer has to agree with it.</source>
        <translation>没有其他层必须与它一致。</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) must agree with it, %1 MACs: %2</source>
        <translation>
            <numerusform>有 %n 层必须与它一致，共 %1 次乘加：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>every layer</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>layers of this type</source>
        <translation>该类型的层</translation>
    </message>
    <message>
        <source>names that begin like this one</source>
        <translation>名称开头相同的层</translation>
    </message>
    <message>
        <source>this layer</source>
        <translation>该层</translation>
    </message>
    <message>
        <source>layers that are not listed</source>
        <translation>未列出的层</translation>
    </message>
    <message>
        <source>names that fit a pattern</source>
        <translation>名称符合模式的层</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigMaker</name>
    <message>
        <source>Making a config</source>
        <translation>新建配置</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigPanel</name>
    <message>
        <source>%1; not all of it is simulated</source>
        <translation>%1；其中并非全部都会仿真</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Quantization config</source>
        <translation>量化配置</translation>
    </message>
    <message>
        <source>Calibration data</source>
        <translation>校准数据</translation>
    </message>
    <message>
        <source>Compare with the simulation</source>
        <translation>与模拟结果比较</translation>
    </message>
    <message>
        <source>Compare with what the config makes of the baseline, not with the analysis model</source>
        <translation>与配置作用于基准模型的结果比较，而不是与待分析模型比较</translation>
    </message>
    <message>
        <source>Go on without unknown layers</source>
        <translation>略过未知的层继续</translation>
    </message>
    <message>
        <source>Simulate although the config speaks of layers that the model does not have: these entries are left out</source>
        <translation>尽管配置提到模型没有的层，仍然模拟：略去这些条目</translation>
    </message>
    <message>
        <source>Open or drop a config (.yaml, .json, .cfg)</source>
        <translation>打开或拖入配置 (.yaml、.json、.cfg)</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>This path does not exist.</source>
        <translation>该路径不存在。</translation>
    </message>
    <message>
        <source>None given: the data set below is taken.</source>
        <translation>未指定：使用下方的数据集。</translation>
    </message>
    <message>
        <source>Needed to simulate the config</source>
        <translation>模拟配置时需要</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, the first in line %2</source>
        <translation>%1，第一个在第 %2 行</translation>
    </message>
    <message>
        <source>Open a quantization config: it simulates the analysis model, and is edited here</source>
        <translation>打开量化配置：用它模拟待分析模型，并在这里编辑</translation>
    </message>
    <message>
        <source>Open a file of samples to calibrate with, or a quantization-factor record</source>
        <translation>打开用于校准的样本文件，或量化因子记录</translation>
    </message>
    <message>
        <source>Open a folder of samples to calibrate with</source>
        <translation>打开用于校准的样本文件夹</translation>
    </message>
    <message>
        <source>A record: its scales are taken, nothing is calibrated.</source>
        <translation>量化因子记录：采用其中的量化系数，不做校准。</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigProblems</name>
    <message>
        <source>Problems of the config</source>
        <translation>配置中的问题</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigTextEdit</name>
    <message>
        <source>Text of the config</source>
        <translation>配置文本</translation>
    </message>
    <message>
        <source>Esc or Ctrl+Tab leaves it</source>
        <translation>按 Esc 或 Ctrl+Tab 离开</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigView</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>What a save would change in the file</source>
        <translation>保存会对文件作出的改动</translation>
    </message>
    <message>
        <source>Open config…</source>
        <translation>打开配置…</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Take over what is in the file now; Ctrl+Z brings your text back</source>
        <translation>采用文件中现在的内容；Ctrl+Z 可恢复您的文本</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Go on with your text; the next save replaces the file</source>
        <translation>继续使用您的文本；下次保存将替换文件</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Which layers leave 8 bits?</source>
        <translation>哪些层不用 8 位？</translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n 个警告</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing to save: the text is as in the file.</source>
        <translation>没有可保存的内容：文本与文件一致。</translation>
    </message>
    <message>
        <source>%1 was changed by another program. Nothing is overwritten until you decide.</source>
        <translation>%1 已被其他程序修改。在您决定之前不会覆盖任何内容。</translation>
    </message>
    <message>
        <source>There are edits of %1 that were not saved when the program ended.</source>
        <translation>%1 有程序结束时尚未保存的编辑。</translation>
    </message>
    <message>
        <source>Open a quantization config: it simulates the analysis model, and is edited here</source>
        <translation>打开量化配置：用它模拟待分析模型，并在这里编辑</translation>
    </message>
    <message>
        <source>Write your text into another file, and go on with that</source>
        <translation>把您的文本写入另一个文件，并继续编辑它</translation>
    </message>
    <message>
        <source>Bring the edits back into the editor; Ctrl+Z takes them out again</source>
        <translation>把这些编辑放回编辑器；Ctrl+Z 可撤销</translation>
    </message>
    <message>
        <source>Forget the edits and go on with the file</source>
        <translation>丢弃这些编辑，继续使用文件内容</translation>
    </message>
    <message>
        <source>Open a quantization config (AMCT, Horizon, ONNX Runtime, RKNN, Sophgo), or make one: File, Make a config. int16, skip and restore on any layer then edit it, and Try shows what the edit does.</source>
        <translation>打开量化配置（AMCT、Horizon、ONNX Runtime、RKNN、Sophgo），或新建一个：文件 › 新建配置。随后可在任一层上用 int16、跳过和还原来编辑它，“试运行”会显示编辑的效果。</translation>
    </message>
    <message>
        <source>Pages of the config</source>
        <translation>配置的各页</translation>
    </message>
</context>
<context>
    <name>ql::widgets::CsvExport</name>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>写入 %1</translation>
    </message>
</context>
<context>
    <name>ql::widgets::CumulativeChart</name>
    <message>
        <source>everything quantized</source>
        <translation>全部量化</translation>
    </message>
    <message>
        <source>with %1 left float, too</source>
        <translation>%1 也保持浮点</translation>
    </message>
    <message>
        <source>After a complete ranking, what the first rows give together is drawn here.</source>
        <translation>排序完成后，这里绘制前几行一起保持浮点的效果。</translation>
    </message>
    <message>
        <source>rows left float together</source>
        <translation>一起保持浮点的行数</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) in float: %1</source>
        <translation>
            <numerusform>%n 行为浮点：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave in float</source>
        <translation>保留浮点</translation>
    </message>
    <message numerus="yes">
        <source>Leave %n row(s) in float</source>
        <translation>
            <numerusform>保留 %n 行为浮点</numerusform>
        </translation>
    </message>
    <message>
        <source>Drag the border in the chart over the rows that the config shall leave in float</source>
        <translation>在图中拖动边界，越过配置应保留为浮点的各行</translation>
    </message>
</context>
<context>
    <name>ql::widgets::DataPanel</name>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Open or drop samples to look for bad cases in</source>
        <translation>打开或拖入样本，以便查找坏样本</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>This path does not exist.</source>
        <translation>该路径不存在。</translation>
    </message>
    <message>
        <source>Open a file that holds many samples</source>
        <translation>打开包含多个样本的文件</translation>
    </message>
    <message>
        <source>Open a folder of samples to look for bad cases in</source>
        <translation>打开样本文件夹，在其中查找坏样本</translation>
    </message>
</context>
<context>
    <name>ql::widgets::DataTable</name>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy cell</source>
        <translation>复制单元格</translation>
    </message>
</context>
<context>
    <name>ql::widgets::DistributionChart</name>
    <message>
        <source>No sample has a finite value of this measure.</source>
        <translation>没有样本具有该度量的有限值。</translation>
    </message>
    <message>
        <source>Every sample has the same value of this measure.</source>
        <translation>所有样本的该度量值相同。</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>样本数</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %n sample(s)</source>
        <translation>
            <numerusform>%1 到 %2：%n 个样本</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::DockGroups</name>
    <message>
        <source>Bring %1 to the front, and once more the next of them</source>
        <translation>将%1移到最前，再按一次切换到其中的下一个</translation>
    </message>
</context>
<context>
    <name>ql::widgets::DrawerButton</name>
    <message>
        <source>Close the drawer below the tables</source>
        <translation>收起表格下方的日志与任务</translation>
    </message>
    <message>
        <source>Open the drawer below the tables</source>
        <translation>打开表格下方的日志与任务</translation>
    </message>
</context>
<context>
    <name>ql::widgets::EmptyState</name>
    <message>
        <source>Try the demo</source>
        <translation>试用示例</translation>
    </message>
    <message>
        <source>Find the layer where quantization goes wrong</source>
        <translation>找出量化出错的那一层</translation>
    </message>
    <message>
        <source>Open the high-precision baseline model first, then the quantized analysis model. You can also drop both files here.</source>
        <translation>先打开高精度的基准模型，再打开量化后的待分析模型。也可以将两个文件拖放到这里。</translation>
    </message>
    <message>
        <source>Open baseline…</source>
        <translation>打开基准模型…</translation>
    </message>
    <message>
        <source>Now the analysis model</source>
        <translation>接下来是待分析模型</translation>
    </message>
    <message>
        <source>Open analysis…</source>
        <translation>打开待分析模型…</translation>
    </message>
    <message>
        <source>Ready to compare</source>
        <translation>可以开始比较</translation>
    </message>
    <message>
        <source>No input is given yet, so both models would be fed random numbers. Real inputs find real problems: drop a .npy file here.</source>
        <translation>尚未指定输入，两个模型将使用随机数。真实输入才能发现真实问题：请将 .npy 文件拖放到这里。</translation>
    </message>
    <message>
        <source>Both models will be run on the input, and every layer compared.</source>
        <translation>将用该输入运行两个模型，并逐层比较。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Both models are run side by side. The layers appear here as soon as they are done.</source>
        <translation>正在同步运行两个模型，完成后各层将显示在这里。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open the quantized model that %1 is to be compared with, or drop it here. A quantization config will do as well: then the quantized model is simulated.</source>
        <translation>打开要与 %1 比较的量化模型，或把它拖到这里。也可以打开量化配置：这时模拟量化模型。</translation>
    </message>
    <message>
        <source>Now the calibration data</source>
        <translation>接下来是校准数据</translation>
    </message>
    <message>
        <source>%1 is simulated with the config. The scales come from samples: open a file of them, or a folder in the Project dock.</source>
        <translation>将按配置模拟量化 %1。量化系数由样本得出：打开样本文件，或在“工程”面板中打开文件夹。</translation>
    </message>
    <message>
        <source>Open calibration data…</source>
        <translation>打开校准数据…</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ErrorMapChart</name>
    <message>
        <source>index on axis %1</source>
        <translation>轴 %1 的下标</translation>
    </message>
    <message>
        <source>This tensor has no elements.</source>
        <translation>该张量没有元素。</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>误差 %1</translation>
    </message>
    <message>
        <source>worst error %1, mean %2</source>
        <translation>最大误差 %1，平均 %2</translation>
    </message>
    <message>
        <source>%1
%2
baseline %3
analysis %4</source>
        <translation>%1
%2
基准 %3
待分析 %4</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ErrorMapPage</name>
    <message>
        <source>axis %1 (%2)</source>
        <translation>轴 %1（%2）</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Axis of the rows</source>
        <translation>行所在的轴</translation>
    </message>
    <message>
        <source>Axis of the columns</source>
        <translation>列所在的轴</translation>
    </message>
    <message>
        <source>Absolute error</source>
        <translation>绝对误差</translation>
    </message>
    <message>
        <source>Signed error</source>
        <translation>带符号误差</translation>
    </message>
    <message>
        <source>Relative error</source>
        <translation>相对误差</translation>
    </message>
    <message>
        <source>|y − x|, with x of the baseline and y of the analysis model</source>
        <translation>|y − x|，x 为基准模型的值，y 为待分析模型的值</translation>
    </message>
    <message>
        <source>y − x, with x of the baseline and y of the analysis model</source>
        <translation>y − x，x 为基准模型的值，y 为待分析模型的值</translation>
    </message>
    <message>
        <source>|y − x| / |x|, with x of the baseline and y of the analysis model</source>
        <translation>|y − x| / |x|，x 为基准模型的值，y 为待分析模型的值</translation>
    </message>
    <message>
        <source>Kind of error</source>
        <translation>误差类型</translation>
    </message>
    <message>
        <source>axis %1: </source>
        <translation>轴 %1：</translation>
    </message>
    <message>
        <source>Index on axis %1</source>
        <translation>轴 %1 的下标</translation>
    </message>
    <message>
        <source>Index on axis %1, of %2</source>
        <translation>轴 %1 的下标，共 %2 个</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ErrorStripChart</name>
    <message>
        <source>No layer has a value for this metric.</source>
        <translation>没有任何层具有该指标的值。</translation>
    </message>
    <message>
        <source>After a comparison the error along the network is drawn here.</source>
        <translation>比较之后，这里会绘出误差沿网络的变化。</translation>
    </message>
    <message>
        <source>layer, in execution order</source>
        <translation>层（按执行顺序）</translation>
    </message>
    <message>
        <source>the error starts here</source>
        <translation>误差从这里开始</translation>
    </message>
    <message>
        <source>the error may start here</source>
        <translation>误差可能从这里开始</translation>
    </message>
    <message>
        <source>trial: %1 → %2</source>
        <translation>试运行：%1 → %2</translation>
    </message>
    <message>
        <source>before the trial</source>
        <translation>试运行之前</translation>
    </message>
    <message>
        <source>after it</source>
        <translation>试运行之后</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FileCopies</name>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Writing to %1</source>
        <translation>写入 %1</translation>
    </message>
    <message>
        <source>Replace files?</source>
        <translation>替换文件？</translation>
    </message>
    <message>
        <source>These are there already: %1. Replace them?</source>
        <translation>已有这些文件：%1。要替换吗？</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FilterLine</name>
    <message>
        <source>Filter layers (Ctrl+F)</source>
        <translation>筛选层 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Part of a layer&apos;s name, value, scope or operator</source>
        <translation>层名、值名、作用域或算子的一部分</translation>
    </message>
    <message>
        <source>Filter layers</source>
        <translation>筛选层</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FindBar</name>
    <message>
        <source>Find in the text</source>
        <translation>在文本中查找</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Find the one before (Shift+Enter)</source>
        <translation>查找上一个 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Find the one before</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Find the next one (Enter)</source>
        <translation>查找下一个 (Enter)</translation>
    </message>
    <message>
        <source>Find the next one</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FinetuneAnalysis</name>
    <message>
        <source>Train the net&amp;work</source>
        <translation>训练网络(&amp;W)</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Train weights and ranges without labels, the float model as teacher (Shift+F5)</source>
        <translation>不用标签训练权重和范围，以浮点模型为教师（Shift+F5）</translation>
    </message>
    <message>
        <source>Training the network</source>
        <translation>训练网络</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FinetuneOptions</name>
    <message>
        <source>What is trained</source>
        <translation>训练什么</translation>
    </message>
    <message>
        <source>Which of its numbers are trained</source>
        <translation>训练其中哪些数</translation>
    </message>
    <message>
        <source>What the network is judged by</source>
        <translation>用什么评判网络</translation>
    </message>
    <message>
        <source>Which samples the network is judged on; it is not trained on them</source>
        <translation>在哪些样本上评判网络；它们不参与训练</translation>
    </message>
    <message>
        <source>How many steps are made, of eight samples each</source>
        <translation>训练多少步，每步八个样本</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Steps: </source>
        <translation>步数：</translation>
    </message>
    <message>
        <source>How far a weight moves in a step, in steps of its quantizer; falls to 0 towards the end</source>
        <translation>每一步权重移动多少个量化步长；到结束时降为 0</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Rate: </source>
        <translation>学习率：</translation>
    </message>
    <message>
        <source>The analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>The config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Weights and ranges</source>
        <translation>权重和范围</translation>
    </message>
    <message>
        <source>Weights alone</source>
        <translation>只训练权重</translation>
    </message>
    <message>
        <source>Ranges alone</source>
        <translation>只训练范围</translation>
    </message>
    <message>
        <source>Every third sample is held out</source>
        <translation>每三个样本留出一个</translation>
    </message>
    <message>
        <source>Judged on %1</source>
        <translation>在 %1 上评判</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FinetuneView</name>
    <message>
        <source>Checks on samples that are held out</source>
        <translation>在留出样本上的评判</translation>
    </message>
    <message>
        <source>The loss of every step</source>
        <translation>每一步的损失</translation>
    </message>
    <message>
        <source>What the network is worth on samples that are held out</source>
        <translation>网络在留出样本上的表现</translation>
    </message>
    <message>
        <source>Open calibration data…</source>
        <translation>打开校准数据…</translation>
    </message>
    <message>
        <source>Choose samples to train on and to judge on</source>
        <translation>选择用于训练和评判的样本</translation>
    </message>
    <message>
        <source>What training wins</source>
        <translation>训练的收益</translation>
    </message>
    <message>
        <source>Save the trained model…</source>
        <translation>保存训练后的模型…</translation>
    </message>
    <message>
        <source>Write it as QDQ ONNX into a folder, with its scales and the float model that has its weights</source>
        <translation>以 QDQ ONNX 写入一个文件夹，并附上其量化系数和带有相应权重的浮点模型</translation>
    </message>
    <message>
        <source>There is no trained model here to be saved</source>
        <translation>这里没有可保存的训练后的模型</translation>
    </message>
    <message>
        <source>Can training win it back?</source>
        <translation>训练能挽回多少？</translation>
    </message>
    <message>
        <source>Training…</source>
        <translation>正在训练…</translation>
    </message>
    <message>
        <source>The float model says what layers and outputs should be. Curve and checks appear as soon as the network is judged for the first time. Esc stops; the best so far stays.</source>
        <translation>浮点模型给出各层和输出应有的值。网络首次评判后即显示曲线和评判结果。按 Esc 停止；目前最佳的结果会保留。</translation>
    </message>
    <message>
        <source>The network could not be trained</source>
        <translation>无法训练网络</translation>
    </message>
    <message>
        <source>%1 Training needs a data set of at least two samples that fits the models: some to train on, others to judge on.</source>
        <translation>%1 训练需要适合模型且至少含两个样本的数据集：一部分用于训练，另一部分用于评判。</translation>
    </message>
    <message>
        <source>Weights and ranges are moved, step by step, so that the quantized network comes nearer to the float one; no labels are needed. Only what wins on samples that it was not trained on is offered.</source>
        <translation>逐步调整权重和范围，使量化网络更接近浮点网络；不需要标签。只给出在未参与训练的样本上有收益的结果。</translation>
    </message>
    <message>
        <source>Open a baseline model, and an analysis model or a quantization config, first.</source>
        <translation>请先打开基准模型，以及待分析模型或量化配置。</translation>
    </message>
    <message>
        <source>Open calibration data of at least two samples: the network is trained on some of them and judged on the others.</source>
        <translation>请打开至少含两个样本的校准数据：网络用其中一部分训练，在其余样本上评判。</translation>
    </message>
    <message numerus="yes">
        <source>%n check(s)</source>
        <translation>
            <numerusform>%n 次评判</numerusform>
        </translation>
    </message>
    <message>
        <source>growing</source>
        <translation>增长中</translation>
    </message>
    <message>
        <source>stopped before the end</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>Folder for the trained model</source>
        <translation>训练后模型的文件夹</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FittedColumns</name>
    <message>
        <source>All columns, to be scrolled</source>
        <translation>所有列（横向滚动）</translation>
    </message>
    <message>
        <source>Columns for which there is no room</source>
        <translation>放不下的列</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FixAnalysis</name>
    <message>
        <source>&amp;Find repairs</source>
        <translation>查找修复(&amp;F)</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Find repairs, proved on samples that nothing was fitted to (Shift+F12)</source>
        <translation>查找修复方法，并在未参与拟合的样本上验证（Shift+F12）</translation>
    </message>
    <message>
        <source>Finding repairs</source>
        <translation>查找修复</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FixesView</name>
    <message>
        <source>Repairs that were tried</source>
        <translation>试过的修复</translation>
    </message>
    <message>
        <source>What is repaired</source>
        <translation>修复什么</translation>
    </message>
    <message>
        <source>What repairs are judged by</source>
        <translation>用什么评判修复</translation>
    </message>
    <message>
        <source>Which samples repairs are judged on; nothing is fitted to them</source>
        <translation>在哪些样本上评判修复；它们不参与拟合</translation>
    </message>
    <message>
        <source>After so long the best so far is the answer</source>
        <translation>到此时间即以目前最佳为答案</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间上限</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限时</translation>
    </message>
    <message>
        <source>Open calibration data…</source>
        <translation>打开校准数据…</translation>
    </message>
    <message>
        <source>Choose samples to fit repairs to and to judge them on</source>
        <translation>选择用于拟合和评判修复的样本</translation>
    </message>
    <message>
        <source>What the repairs win</source>
        <translation>修复的收益</translation>
    </message>
    <message>
        <source>The analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>The config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Every third sample is held out</source>
        <translation>每三个样本留出一个</translation>
    </message>
    <message>
        <source>Judged on %1</source>
        <translation>在 %1 上评判</translation>
    </message>
    <message>
        <source>Save the repaired model…</source>
        <translation>保存修复后的模型…</translation>
    </message>
    <message>
        <source>Write it as QDQ ONNX into a folder, with its scales and, where weights were changed, the float model that they belong to</source>
        <translation>以 QDQ ONNX 写入一个文件夹，并附上其量化系数；权重有改动时还附上相应的浮点模型</translation>
    </message>
    <message>
        <source>There is no repaired model here to be saved</source>
        <translation>这里没有可保存的修复后的模型</translation>
    </message>
    <message>
        <source>Apply to the config</source>
        <translation>应用到配置</translation>
    </message>
    <message>
        <source>No repair that was chosen is something that an open config can say</source>
        <translation>选用的修复中没有打开的配置能表达的内容</translation>
    </message>
    <message>
        <source>Put what the config can say of the repairs into it; Ctrl+Z takes it back</source>
        <translation>把配置能表达的修复写入配置；Ctrl+Z 可撤销</translation>
    </message>
    <message>
        <source>The config was changed since it was repaired, or another one is open</source>
        <translation>配置在修复之后有改动，或打开的是另一个配置</translation>
    </message>
    <message>
        <source>Without the changed weights the config loses on the samples that are held out</source>
        <translation>没有改动后的权重，此配置在留出的样本上会变差</translation>
    </message>
    <message>
        <source>What repairs it?</source>
        <translation>怎样修复？</translation>
    </message>
    <message>
        <source>Finding repairs…</source>
        <translation>正在查找修复…</translation>
    </message>
    <message>
        <source>Open a baseline model, and an analysis model or a quantization config, first.</source>
        <translation>请先打开基准模型，以及待分析模型或量化配置。</translation>
    </message>
    <message>
        <source>Open calibration data of at least two samples: repairs are fitted to some of them and judged on the others.</source>
        <translation>请打开至少含两个样本的校准数据：修复用其中一部分拟合，在其余样本上评判。</translation>
    </message>
    <message>
        <source>No repairs could be sought</source>
        <translation>无法查找修复</translation>
    </message>
    <message>
        <source>%1 Repairs need a data set of at least two samples that fits the models: some to fit to, others to judge on.</source>
        <translation>%1 查找修复需要适合模型且至少含两个样本的数据集：一部分用于拟合，另一部分用于评判。</translation>
    </message>
    <message>
        <source>Equalization, other ranges, scales per channel, wider or float layers and corrected weights are tried. Only what wins on samples that nothing was fitted to is offered.</source>
        <translation>会尝试均衡、其他范围、逐通道的量化系数、更宽的或浮点的层，以及校正后的权重。只提供在未参与拟合的样本上有收益的修复。</translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s)</source>
        <translation>
            <numerusform>%n 个候选</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder for the repaired model</source>
        <translation>修复后模型的文件夹</translation>
    </message>
    <message>
        <source>The config now says its part of the repairs. The changed weights are in the repaired model. Ctrl+Z takes it back.</source>
        <translation>配置中已写入它能表达的修复。改动后的权重在修复后的模型中。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>The config now says the repairs. Ctrl+Z takes them back.</source>
        <translation>配置中已写入这些修复。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Candidates are fitted to some samples and judged on others. They appear as they are judged; Esc stops the search and keeps what is known.</source>
        <translation>候选修复在一部分样本上拟合，在其余样本上评判，评判后立即显示；按 Esc 停止搜索并保留已知结果。</translation>
    </message>
</context>
<context>
    <name>ql::widgets::FormatChoice</name>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>as the config says</source>
        <translation>按配置</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Layers left in float</source>
        <translation>保持浮点的层</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>Number formats</source>
        <translation>数值格式</translation>
    </message>
    <message>
        <source>Simulate with other number formats than the widths of the config: of every layer of which it says nothing of its own</source>
        <translation>用其他数值格式代替配置中的位宽进行仿真：对配置没有单独说明的每一层</translation>
    </message>
    <message>
        <source>Chosen number formats</source>
        <translation>所选的数值格式</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>ql::widgets::GraphLegend</name>
    <message>
        <source>check: below the box</source>
        <translation>检查结果：标在方框下方</translation>
    </message>
    <message>
        <source>used more than once</source>
        <translation>被多次使用</translation>
    </message>
    <message>
        <source>after the trial, right edge before it</source>
        <translation>试运行之后，右边缘为之前</translation>
    </message>
    <message>
        <source>the error starts here</source>
        <translation>误差从这里开始</translation>
    </message>
    <message>
        <source>the error may start here</source>
        <translation>误差可能从这里开始</translation>
    </message>
    <message>
        <source>only in one model</source>
        <translation>仅存在于一个模型</translation>
    </message>
</context>
<context>
    <name>ql::widgets::GraphPane</name>
    <message>
        <source>Graph of the baseline model</source>
        <translation>基准模型的计算图</translation>
    </message>
    <message>
        <source>Graph of the analysis model</source>
        <translation>待分析模型的计算图</translation>
    </message>
    <message>
        <source>Graph of both models</source>
        <translation>两个模型的计算图</translation>
    </message>
    <message>
        <source>Baseline model</source>
        <translation>基准模型</translation>
    </message>
    <message>
        <source>Analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>Open a baseline model to see its graph.</source>
        <translation>打开基准模型后在此显示其计算图。</translation>
    </message>
    <message>
        <source>Open a baseline model and calibration data to see what the config makes of it.</source>
        <translation>打开基准模型和校准数据后，在此显示配置量化后的模型。</translation>
    </message>
    <message>
        <source>Open an analysis model to see its graph.</source>
        <translation>打开待分析模型后在此显示其计算图。</translation>
    </message>
    <message>
        <source>Compare two models first: the comparison says which layers belong together.</source>
        <translation>请先比较两个模型：比较结果说明哪些层互相对应。</translation>
    </message>
    <message>
        <source>Reading the model…</source>
        <translation>正在读取模型…</translation>
    </message>
    <message>
        <source>Reading the graph</source>
        <translation>读取计算图</translation>
    </message>
    <message>
        <source>Laying out the graph…</source>
        <translation>正在布局计算图…</translation>
    </message>
    <message>
        <source>Laying out the graph</source>
        <translation>布局计算图</translation>
    </message>
    <message>
        <source>Close scope</source>
        <translation>收起作用域</translation>
    </message>
    <message>
        <source>Open scope</source>
        <translation>展开作用域</translation>
    </message>
</context>
<context>
    <name>ql::widgets::GraphView</name>
    <message>
        <source>Baseline model</source>
        <translation>基准模型</translation>
    </message>
    <message>
        <source>Analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>Which model is drawn</source>
        <translation>绘制哪个模型</translation>
    </message>
    <message>
        <source>What the colours tell; the metric is that of the tool bar</source>
        <translation>颜色表示什么；指标即工具栏中的指标</translation>
    </message>
    <message>
        <source>Colour: %1</source>
        <translation>着色：%1</translation>
    </message>
    <message>
        <source>Open scopes</source>
        <translation>展开作用域</translation>
    </message>
    <message>
        <source>Close scopes</source>
        <translation>收起作用域</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show the whole graph (0)</source>
        <translation>显示整个计算图 (0)</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Export graph</source>
        <translation>导出计算图</translation>
    </message>
    <message>
        <source>Vector pictures (*.svg *.pdf);;Pictures (*.png)</source>
        <translation>矢量图 (*.svg *.pdf);;图片 (*.png)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>The picture cannot be written to %1.</source>
        <translation>图片无法写入 %1。</translation>
    </message>
    <message>
        <source>Both, merged</source>
        <translation>两者合并</translation>
    </message>
    <message>
        <source>Show the layers of every scope</source>
        <translation>展开每个作用域，显示其中的层</translation>
    </message>
    <message>
        <source>Show every scope as one box</source>
        <translation>把每个作用域显示为一个方框</translation>
    </message>
    <message>
        <source>Both, side by side</source>
        <translation>两者并排</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>联动</translation>
    </message>
    <message>
        <source>Both graphs move, zoom and open their scopes together</source>
        <translation>两个计算图一起移动、缩放并展开作用域</translation>
    </message>
    <message>
        <source>Left to right</source>
        <translation>从左到右</translation>
    </message>
    <message>
        <source>Draw from left to right instead of from top to bottom</source>
        <translation>改为从左到右绘制，而不是从上到下</translation>
    </message>
    <message>
        <source>Write the whole graph as SVG, PDF or PNG; of two side by side both, into one picture</source>
        <translation>将整个计算图写为 SVG、PDF 或 PNG；并排显示时两个图写入同一图片</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n</source>
        <translation>
            <numerusform>第 %1 个，共 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::GuideView</name>
    <message>
        <source>From lost accuracy to the layers to change</source>
        <translation>从精度下降到需要修改的层</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>试用示例</translation>
    </message>
    <message>
        <source>Open the small example network that comes with Quantloupe</source>
        <translation>打开随 Quantloupe 提供的小型示例网络</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>向导</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>待办</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Look at it</source>
        <translation>需要查看</translation>
    </message>
</context>
<context>
    <name>ql::widgets::HandbookWindow</name>
    <message>
        <source>Handbook</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Go back to where you were</source>
        <translation>回到刚才的位置</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Go forward again</source>
        <translation>再次前进</translation>
    </message>
    <message>
        <source>Find in the handbook</source>
        <translation>在手册中查找</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>章节</translation>
    </message>
    <message>
        <source>Find words in all chapters (Ctrl+F)</source>
        <translation>在所有章节中查找（Ctrl+F）</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Go to the previous place that holds the words</source>
        <translation>转到上一处匹配</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Go to the next place that holds the words</source>
        <translation>转到下一处匹配</translation>
    </message>
    <message>
        <source>Lists the places that hold all these words; Enter and Shift+Enter go from place to place, Esc ends the search</source>
        <translation>列出同时含有这些词的位置；Enter 与 Shift+Enter 逐处跳转，Esc 结束查找</translation>
    </message>
    <message>
        <source>Places that hold the words</source>
        <translation>匹配的位置</translation>
    </message>
    <message>
        <source>no place</source>
        <translation>没有匹配</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n 处匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 处，共 %2 处</translation>
    </message>
</context>
<context>
    <name>ql::widgets::HiddenRowsNote</name>
    <message numerus="yes">
        <source>The filter hides all %n row(s).</source>
        <translation>
            <numerusform>筛选隐藏了全部 %n 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>ql::widgets::HistogramChart</name>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>elements per bin</source>
        <translation>每个区间的元素数</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>待分析</translation>
    </message>
    <message>
        <source>one step: %1</source>
        <translation>一个步长：%1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>基准：%1</translation>
    </message>
    <message>
        <source>analysis: %1</source>
        <translation>待分析：%1</translation>
    </message>
    <message>
        <source>after the trial</source>
        <translation>试运行之后</translation>
    </message>
</context>
<context>
    <name>ql::widgets::InspectorView</name>
    <message>
        <source>A config says how a layer&apos;s inputs are quantized, and no layer reads these values alone.</source>
        <translation>配置说明的是层的输入如何量化，而没有任何层只读取这些值。</translation>
    </message>
    <message>
        <source>This layer&apos;s values have no single scale.</source>
        <translation>该层的值没有单一的量化系数。</translation>
    </message>
    <message>
        <source>Open or make a quantization config first.</source>
        <translation>请先打开或生成量化配置。</translation>
    </message>
    <message>
        <source>Logarithmic counts</source>
        <translation>对数计数</translation>
    </message>
    <message>
        <source>Every value of this layer is the same, so there is no distribution to draw.</source>
        <translation>该层的所有值都相同，没有分布可绘。</translation>
    </message>
    <message>
        <source>No histogram was made for this layer.</source>
        <translation>该层没有直方图。</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Advice and numbers of the selected layer</source>
        <translation>选中层的建议与数值</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Select a layer of the baseline whose values differ to try other ranges on them.</source>
        <translation>请选择基准模型中数值不全相同的层，以便试用其他范围。</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>散点</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>误差图</translation>
    </message>
    <message>
        <source>Where in the tensor the errors are</source>
        <translation>误差位于张量的何处</translation>
    </message>
    <message>
        <source>The values of one model against the other&apos;s</source>
        <translation>一个模型的数值与另一个模型的对照</translation>
    </message>
    <message>
        <source>Charts of the layer</source>
        <translation>该层的图表</translation>
    </message>
    <message>
        <source>What is wrong with the selected layer, and why</source>
        <translation>所选层的问题及原因</translation>
    </message>
    <message>
        <source>Written into the config</source>
        <translation>写入配置的内容</translation>
    </message>
</context>
<context>
    <name>ql::widgets::JobStatus</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>ql::widgets::JobTableModel</name>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>ql::widgets::JobsView</name>
    <message>
        <source>Cancel job</source>
        <translation>取消任务</translation>
    </message>
    <message>
        <source>Stop the selected job; what it found so far stays</source>
        <translation>停止选中的任务；已有结果会保留</translation>
    </message>
    <message>
        <source>Clear ended</source>
        <translation>清除已结束</translation>
    </message>
    <message>
        <source>Take the jobs that have ended off the list</source>
        <translation>从列表中移除已结束的任务</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
</context>
<context>
    <name>ql::widgets::JudgeLine</name>
    <message>
        <source>Judge</source>
        <translation>评判程序</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Do without a judge again</source>
        <translation>不再使用评判程序</translation>
    </message>
    <message>
        <source>e.g. %1</source>
        <translation>例如 %1</translation>
    </message>
    <message>
        <source>Judge command: a program and its arguments. The path of a folder with the outputs is put behind them; the program prints one number.</source>
        <translation>评判命令：一个程序及其参数。存放输出的文件夹的路径会加在它们之后；程序输出一个数。</translation>
    </message>
    <message>
        <source>Higher is better</source>
        <translation>越大越好</translation>
    </message>
    <message>
        <source>Lower is better</source>
        <translation>越小越好</translation>
    </message>
    <message>
        <source>Which numbers of the judge are better: higher, as mAP, or lower, as a word error rate</source>
        <translation>评判程序的数越大越好（如 mAP），还是越小越好（如词错误率）</translation>
    </message>
    <message>
        <source>That the program may take for one judgement</source>
        <translation>程序一次评判最多可用的时间</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Your program that says how good the outputs are: reads a folder, prints a number</source>
        <translation>您自己的程序，说明输出有多好：读取一个文件夹，输出一个数</translation>
    </message>
</context>
<context>
    <name>ql::widgets::LayerFilter</name>
    <message>
        <source>Worst only</source>
        <translation>仅最差</translation>
    </message>
    <message>
        <source>Show only the worst layers by the metric in the toolbar</source>
        <translation>按工具栏中的指标仅显示最差的层</translation>
    </message>
    <message>
        <source>Find layer…</source>
        <translation>查找层…</translation>
    </message>
    <message>
        <source>Show all layers</source>
        <translation>显示所有层</translation>
    </message>
    <message>
        <source>Filter the layers of the view in front by name or operator (Ctrl+F)</source>
        <translation>按名称或算子筛选当前视图中的层 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Take every filter away</source>
        <translation>移除所有筛选</translation>
    </message>
</context>
<context>
    <name>ql::widgets::LayerSearch</name>
    <message>
        <source>No layer&apos;s name has &quot;%1&quot; in it.</source>
        <translation>没有名称含“%1”的层。</translation>
    </message>
    <message>
        <source>Find layer</source>
        <translation>查找层</translation>
    </message>
    <message>
        <source>Part of a layer&apos;s name: Enter goes to the next one that has it, Shift+Enter to the one before</source>
        <translation>层名的一部分：回车跳到下一个匹配的层，Shift+回车跳到上一个</translation>
    </message>
</context>
<context>
    <name>ql::widgets::LayerSelection</name>
    <message>
        <source>Previous selection</source>
        <translation>上一个选择</translation>
    </message>
    <message>
        <source>Next selection</source>
        <translation>下一个选择</translation>
    </message>
    <message>
        <source>Back to the layer selected before (Alt+Left)</source>
        <translation>回到之前选中的层 (Alt+Left)</translation>
    </message>
    <message>
        <source>Forward to the layer selected afterwards (Alt+Right)</source>
        <translation>前进到之后选中的层 (Alt+Right)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::LayerValuesAnalysis</name>
    <message>
        <source>Stopped. It begins anew when you come back to this page.</source>
        <translation>已停止。回到此页时会重新开始。</translation>
    </message>
    <message>
        <source>Reading values</source>
        <translation>读取数值</translation>
    </message>
</context>
<context>
    <name>ql::widgets::LayersTable</name>
    <message>
        <source>Essential columns</source>
        <translation>基本列</translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>数值范围</translation>
    </message>
    <message>
        <source>All columns</source>
        <translation>所有列</translation>
    </message>
    <message>
        <source>Hide &quot;%1&quot;</source>
        <translation>隐藏“%1”</translation>
    </message>
    <message>
        <source>Show only %1 layers</source>
        <translation>仅显示 %1 层</translation>
    </message>
    <message>
        <source>Sort by execution order</source>
        <translation>按执行顺序排序</translation>
    </message>
    <message>
        <source>Sort worst first</source>
        <translation>最差的排在前面</translation>
    </message>
</context>
<context>
    <name>ql::widgets::LayersView</name>
    <message>
        <source>Of models that are no longer open: compare again.</source>
        <translation>属于已不再打开的模型：请重新比较。</translation>
    </message>
    <message>
        <source>Numbers are those before → after the trial. %1</source>
        <translation>数字为试运行之前 → 之后。%1</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>The %1 worst</source>
        <translation>最差的 %1 个</translation>
    </message>
    <message>
        <source>%1 below %2</source>
        <translation>%1 低于 %2</translation>
    </message>
    <message>
        <source>%1 above %2</source>
        <translation>%1 高于 %2</translation>
    </message>
    <message>
        <source>All operators</source>
        <translation>所有算子</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 个层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n layer(s)</source>
        <translation>
            <numerusform>%1 / %n 个层</numerusform>
        </translation>
    </message>
    <message>
        <source>Export layers</source>
        <translation>导出各层</translation>
    </message>
    <message>
        <source>What the table shows (*.csv)</source>
        <translation>表格中显示的内容 (*.csv)</translation>
    </message>
    <message>
        <source>Every layer, as compare_per_layer_out.csv (*.csv)</source>
        <translation>所有层，格式同 compare_per_layer_out.csv (*.csv)</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Choose which columns the table shows</source>
        <translation>选择表格显示哪些列</translation>
    </message>
    <message>
        <source>Write the table of layers to a file</source>
        <translation>把各层的表格写入文件</translation>
    </message>
</context>
<context>
    <name>ql::widgets::LogView</name>
    <message>
        <source>Failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>Comparing %1 with %2</source>
        <translation>比较 %1 与 %2</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message numerus="yes">
        <source>Compared %n layer(s) in %1</source>
        <translation>
            <numerusform>已比较 %n 个层，用时 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>The error starts at %1</source>
        <translation>误差从 %1 开始</translation>
    </message>
    <message>
        <source>The error may start at %1</source>
        <translation>误差可能从 %1 开始</translation>
    </message>
    <message>
        <source>The engine is loaded</source>
        <translation>计算引擎已加载</translation>
    </message>
    <message>
        <source>Done: %1</source>
        <translation>%1：已完成</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>提示：</translation>
    </message>
    <message>
        <source>Warning:</source>
        <translation>警告：</translation>
    </message>
    <message>
        <source>Error:</source>
        <translation>错误：</translation>
    </message>
</context>
<context>
    <name>ql::widgets::MainActions</name>
    <message>
        <source>Open res&amp;ult…</source>
        <translation>打开结果(&amp;U)…</translation>
    </message>
    <message>
        <source>Open what an analysis wrote as JSON, and the models that it is about</source>
        <translation>打开分析写出的 JSON 结果，以及它所涉及的模型</translation>
    </message>
    <message>
        <source>Open &amp;baseline…</source>
        <translation>打开基准模型(&amp;B)…</translation>
    </message>
    <message>
        <source>Open baseline</source>
        <translation>打开基准模型</translation>
    </message>
    <message>
        <source>Open the high-precision model</source>
        <translation>打开高精度模型</translation>
    </message>
    <message>
        <source>Open &amp;analysis…</source>
        <translation>打开待分析模型(&amp;A)…</translation>
    </message>
    <message>
        <source>Open analysis</source>
        <translation>打开待分析模型</translation>
    </message>
    <message>
        <source>Open the quantized model</source>
        <translation>打开量化模型</translation>
    </message>
    <message>
        <source>Add &amp;inputs…</source>
        <translation>添加输入(&amp;I)…</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Choose the tensors that both models are run on</source>
        <translation>选择两个模型运行所用的张量</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>Run both models and compare every layer (F5)</source>
        <translation>运行两个模型并逐层比较 (F5)</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>取消(&amp;N)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop the running job (Esc)</source>
        <translation>停止正在运行的任务 (Esc)</translation>
    </message>
    <message>
        <source>&amp;Demo</source>
        <translation>示例(&amp;D)</translation>
    </message>
    <message>
        <source>Open the small example network that comes with Quantloupe</source>
        <translation>打开随 Quantloupe 提供的小型示例网络</translation>
    </message>
    <message>
        <source>&amp;Restore default layout</source>
        <translation>恢复默认布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;About Quantloupe</source>
        <translation>关于 Quantloupe(&amp;A)</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Open &amp;data file…</source>
        <translation>打开数据文件(&amp;D)…</translation>
    </message>
    <message>
        <source>Open a file that holds many samples</source>
        <translation>打开包含多个样本的文件</translation>
    </message>
    <message>
        <source>Open data &amp;folder…</source>
        <translation>打开数据文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Open a folder of samples to look for bad cases in</source>
        <translation>打开样本文件夹，以便查找坏样本</translation>
    </message>
    <message>
        <source>Write the table of layers to a file</source>
        <translation>把层列表写入文件</translation>
    </message>
    <message>
        <source>Close the window and end the program</source>
        <translation>关闭窗口并退出程序</translation>
    </message>
    <message>
        <source>Put every dock and column back to where it was on the first start</source>
        <translation>把所有面板和列恢复到首次启动时的位置</translation>
    </message>
    <message>
        <source>&amp;Guide</source>
        <translation>向导(&amp;G)</translation>
    </message>
    <message>
        <source>From lost accuracy to the layers to change, step by step</source>
        <translation>一步步从精度下降找到需要修改的层</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>List everything that can be done, and its keys (F1)</source>
        <translation>列出所有操作及其按键 (F1)</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本与许可证</translation>
    </message>
    <message>
        <source>Open &amp;config…</source>
        <translation>打开配置(&amp;C)…</translation>
    </message>
    <message>
        <source>Open config</source>
        <translation>打开配置</translation>
    </message>
    <message>
        <source>Open a quantization config: it simulates the analysis model, and is edited here (Ctrl+G)</source>
        <translation>打开量化配置：用它模拟待分析模型，并可在此编辑 (Ctrl+G)</translation>
    </message>
    <message>
        <source>&amp;Make a config</source>
        <translation>新建配置(&amp;M)</translation>
    </message>
    <message>
        <source>Write a config beside the baseline model: as the analysis model is quantized, or every layer</source>
        <translation>在基准模型旁写入一个配置：按待分析模型的量化方式，或量化所有层</translation>
    </message>
    <message>
        <source>Write the edited config into another file, and go on with that (Ctrl+Shift+S)</source>
        <translation>把编辑后的配置写入另一个文件，并继续编辑它 (Ctrl+Shift+S)</translation>
    </message>
    <message>
        <source>Sa&amp;ve config as…</source>
        <translation>配置另存为(&amp;V)…</translation>
    </message>
    <message>
        <source>E&amp;xport layers as CSV…</source>
        <translation>将各层导出为 CSV(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Handbook</source>
        <translation>手册(&amp;H)</translation>
    </message>
    <message>
        <source>Read about what the dock in use shows, or about anything else (Shift+F1)</source>
        <translation>阅读正使用的面板所显示的内容，或其他任何内容 (Shift+F1)</translation>
    </message>
    <message>
        <source>Export rep&amp;ort as HTML…</source>
        <translation>导出 HTML 报告(&amp;H)…</translation>
    </message>
    <message>
        <source>Write everything that was found out as one page that opens in any browser</source>
        <translation>把得到的全部结果写成一个任何浏览器都能打开的页面</translation>
    </message>
    <message>
        <source>Export quanti&amp;zed model…</source>
        <translation>导出量化模型(&amp;Z)…</translation>
    </message>
    <message>
        <source>Calibrate the config, and write the model with its config and record into a folder</source>
        <translation>校准配置，把模型连同配置和量化因子记录写入文件夹</translation>
    </message>
    <message>
        <source>E&amp;xamine</source>
        <translation>诊断(&amp;X)</translation>
    </message>
    <message>
        <source>Find the worst sample, compare every layer on it, and measure whose error it is and what repairs it (Ctrl+F5)</source>
        <translation>找出最差样本，在其上逐层比较，并测量误差来自哪一层、怎样修复 (Ctrl+F5)</translation>
    </message>
    <message>
        <source>Examine</source>
        <translation>诊断</translation>
    </message>
</context>
<context>
    <name>ql::widgets::MainToolBar</name>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Orders and colours the layers everywhere</source>
        <translation>决定各处层的排序与颜色</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open models, a config or a result</source>
        <translation>打开模型、配置或结果</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Open samples: inputs, or a data set</source>
        <translation>打开样本：输入或数据集</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::MainWindow</name>
    <message>
        <source>About Quantloupe</source>
        <translation>关于 Quantloupe</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Quantloupe %1&lt;/h3&gt;&lt;p&gt;A loupe for quantized neural networks: finds the layer where quantization goes wrong, and why.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Quantloupe %1&lt;/h3&gt;&lt;p&gt;量化神经网络的放大镜：找出量化出错的层，并说明原因。&lt;/p&gt;&lt;p&gt;自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Nothing is loaded</source>
        <translation>尚未加载任何内容</translation>
    </message>
    <message>
        <source>Baseline: %1 · Analysis: %2</source>
        <translation>基准：%1 · 待分析：%2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
</context>
<context>
    <name>ql::widgets::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Show the whole message</source>
        <translation>显示完整消息</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ModelChanges</name>
    <message>
        <source>%1 was written anew. What the table shows is of the file as it was: examine it again.</source>
        <translation>%1 已被重新写入。表中显示的是原文件的结果：请重新诊断。</translation>
    </message>
    <message>
        <source>%1 was written anew, and compared again. %2</source>
        <translation>%1 已被重新写入，并已重新比较。%2</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ModelPanel</name>
    <message>
        <source>Baseline model</source>
        <translation>基准模型</translation>
    </message>
    <message>
        <source>Analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Waiting for the engine…</source>
        <translation>正在等待计算引擎…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Cannot be run: operator %1 of %2 is not supported.</source>
        <translation>无法运行：不支持 %2 的算子 %1。</translation>
    </message>
    <message>
        <source>Open or drop an ONNX or TorchScript file</source>
        <translation>打开或拖入 ONNX 或 TorchScript 文件</translation>
    </message>
    <message>
        <source>Open the high-precision model</source>
        <translation>打开高精度模型</translation>
    </message>
    <message>
        <source>Open the quantized model</source>
        <translation>打开量化模型</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n layer(s) · %2 parameters</source>
        <translation>
            <numerusform>%1 · %n 层 · %2 参数</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ModelSession</name>
    <message>
        <source>Loading the engine</source>
        <translation>加载计算引擎</translation>
    </message>
    <message>
        <source>Comparing layers</source>
        <translation>逐层比较</translation>
    </message>
    <message>
        <source>the baseline, folded</source>
        <translation>折叠后的基准模型</translation>
    </message>
    <message>
        <source>the baseline, folded and fused</source>
        <translation>折叠并融合后的基准模型</translation>
    </message>
    <message>
        <source>simulated with %1</source>
        <translation>用 %1 模拟</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ModelSlot</name>
    <message>
        <source>Reading %1</source>
        <translation>读取 %1</translation>
    </message>
</context>
<context>
    <name>ql::widgets::NodeDetails</name>
    <message>
        <source>Reading attributes</source>
        <translation>读取属性</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Attributes in the analysis model</source>
        <translation>待分析模型中的属性</translation>
    </message>
    <message>
        <source>Parameters in the analysis model</source>
        <translation>待分析模型中的参数</translation>
    </message>
</context>
<context>
    <name>ql::widgets::OverviewExports</name>
    <message>
        <source>Export the report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Pages (*.html)</source>
        <translation>页面 (*.html)</translation>
    </message>
    <message>
        <source>Folder for the quantized model, its config and its record</source>
        <translation>存放量化模型、配置和记录的文件夹</translation>
    </message>
</context>
<context>
    <name>ql::widgets::OverviewSteps</name>
    <message>
        <source>%1 is there by now: examine again.</source>
        <translation>%1 现在已存在：请重新诊断。</translation>
    </message>
</context>
<context>
    <name>ql::widgets::OverviewView</name>
    <message>
        <source>Export the report…</source>
        <translation>导出报告…</translation>
    </message>
    <message>
        <source>Write everything that was found out as one page that opens in any browser</source>
        <translation>把得到的全部结果写成一个任何浏览器都能打开的页面</translation>
    </message>
    <message>
        <source>Export the quantized model…</source>
        <translation>导出量化模型…</translation>
    </message>
    <message>
        <source>Calibrate the config, and write the model as QDQ ONNX and in integers into a folder, with config and record</source>
        <translation>校准配置，把模型以 QDQ ONNX 和整数形式连同配置和量化因子记录写入文件夹</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>Working… Esc stops.</source>
        <translation>正在处理……按 Esc 停止。</translation>
    </message>
    <message>
        <source>%1: %2. %3.</source>
        <translation>%1：%2。%3。</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between facts about an output</comment>
        <translation>；</translation>
    </message>
    <message numerus="yes">
        <source>%n more output(s), none of them worse</source>
        <translation>
            <numerusform>另有 %n 个输出，均不更差</numerusform>
        </translation>
    </message>
    <message>
        <source>No error budget: %1.</source>
        <translation>没有误差预算：%1。</translation>
    </message>
    <message>
        <source>Trial %1, %2. %3</source>
        <translation>试运行 %1，%2。%3</translation>
    </message>
    <message>
        <source>There is more to come. Esc stops, and what is known stays.</source>
        <translation>还有结果在计算中。按 Esc 停止，已知的结果保留。</translation>
    </message>
    <message>
        <source>Measured, not saved yet: %1</source>
        <translation>已测量，尚未保存：%1</translation>
    </message>
    <message>
        <source>Try the demo</source>
        <translation>试用示例</translation>
    </message>
    <message>
        <source>A small network that one scale per tensor ruins, with its samples and its config.</source>
        <translation>一个被逐张量量化系数毁掉的小网络，附样本和配置。</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>再次打开</translation>
    </message>
    <message numerus="yes">
        <source>Trial %1, %2, on the worst of %n sample(s). %3</source>
        <translation>
            <numerusform>试运行 %1，%2，在 %n 个样本中最差的上。%3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::PaneWalk</name>
    <message>
        <source>Next pa&amp;ne</source>
        <translation>下一个面板(&amp;N)</translation>
    </message>
    <message>
        <source>Lead the keyboard to the next pane, from left to right (F6)</source>
        <translation>把键盘移到下一个面板，从左到右 (F6)</translation>
    </message>
    <message>
        <source>Previo&amp;us pane</source>
        <translation>上一个面板(&amp;U)</translation>
    </message>
    <message>
        <source>Lead the keyboard to the pane before (Ctrl+F6)</source>
        <translation>把键盘移到上一个面板 (Ctrl+F6)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::PaneZoom</name>
    <message>
        <source>Ma&amp;ximise the pane</source>
        <translation>最大化面板(&amp;X)</translation>
    </message>
    <message>
        <source>Give the pane in use the whole window, or put everything back (F11, or a double click on its tab)</source>
        <translation>让正在使用的面板占满窗口，或恢复原状（F11，或双击其标签）</translation>
    </message>
    <message>
        <source>Tabs: %1</source>
        <translation>标签页：%1</translation>
    </message>
</context>
<context>
    <name>ql::widgets::PostProcessLine</name>
    <message>
        <source>Post-processing</source>
        <translation>后处理</translation>
    </message>
    <message>
        <source>e.g. %1</source>
        <translation>例如 %1</translation>
    </message>
    <message>
        <source>What is compared, searched and ranked in the place of the outputs: a name and an expression of the model&apos;s outputs, several with semicolons between them. x is the only output, x[1] one of several</source>
        <translation>代替输出进行比较、搜索和排序的内容：名称与模型输出的表达式，多个之间用分号分隔。x 是唯一的输出，x[1] 是多个输出之一</translation>
    </message>
</context>
<context>
    <name>ql::widgets::PreprocessingLine</name>
    <message>
        <source>Open preprocessing</source>
        <translation>打开预处理文件</translation>
    </message>
    <message>
        <source>Preprocessing (*.yaml *.yml);;All files (*)</source>
        <translation>预处理 (*.yaml *.yml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 is no setting of images: write key=value, where the key is one of %2.</source>
        <translation>%1 不是图像设置：请写成 key=value，其中 key 为 %2 之一。</translation>
    </message>
    <message>
        <source>Preprocessing of images</source>
        <translation>图像预处理</translation>
    </message>
    <message>
        <source>File…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Open a YAML file that says how images become tensors</source>
        <translation>打开说明图像如何变成张量的 YAML 文件</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take the file away; the settings below stay</source>
        <translation>移除该文件；下面的设置保留</translation>
    </message>
    <message>
        <source>Settings of images, e.g. color=bgr size=224x224; they win over the file. Keys: %1</source>
        <translation>图像设置，例如 color=bgr size=224x224；优先于文件。键：%1</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ProfileAnalysis</name>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Run one model and see how the values of every layer are spread (Shift+F7)</source>
        <translation>运行一个模型，查看每层数值的分布 (Shift+F7)</translation>
    </message>
    <message>
        <source>Collecting statistics</source>
        <translation>收集统计</translation>
    </message>
    <message>
        <source>Statist&amp;ics</source>
        <translation>统计(&amp;I)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ProfileView</name>
    <message>
        <source>Which model is run</source>
        <translation>运行哪个模型</translation>
    </message>
    <message>
        <source>What it is run on</source>
        <translation>用什么运行</translation>
    </message>
    <message>
        <source>Order of the rows</source>
        <translation>行的顺序</translation>
    </message>
    <message>
        <source>Statistics of every tensor</source>
        <translation>每个张量的统计</translation>
    </message>
    <message>
        <source>Baseline model</source>
        <translation>基准模型</translation>
    </message>
    <message>
        <source>Analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>On the inputs</source>
        <translation>使用输入</translation>
    </message>
    <message>
        <source>On the data set</source>
        <translation>使用数据集</translation>
    </message>
    <message>
        <source>In order of execution</source>
        <translation>按执行顺序</translation>
    </message>
    <message>
        <source>Widest range first</source>
        <translation>范围最宽者在前</translation>
    </message>
    <message>
        <source>Select a row to see its distribution.</source>
        <translation>选择一行以查看其分布。</translation>
    </message>
    <message>
        <source>All values are the same, or none is finite.</source>
        <translation>所有数值相同，或没有有限值。</translation>
    </message>
    <message>
        <source>How are the values spread?</source>
        <translation>数值如何分布？</translation>
    </message>
    <message>
        <source>Collecting statistics…</source>
        <translation>正在收集统计…</translation>
    </message>
    <message>
        <source>The model is run once for each sample. Esc stops.</source>
        <translation>每个样本运行一次模型。按 Esc 停止。</translation>
    </message>
    <message>
        <source>The model is run and every layer&apos;s inputs, weights and outputs are measured: ranges that are far too wide for 8 bits stand out.</source>
        <translation>运行模型并测量每层的输入、权重和输出：对 8 位来说过宽的范围一目了然。</translation>
    </message>
    <message>
        <source>Open a data set first, or run the model on the inputs.</source>
        <translation>请先打开数据集，或用输入运行模型。</translation>
    </message>
    <message>
        <source>Open the model first.</source>
        <translation>请先打开模型。</translation>
    </message>
    <message>
        <source>analysis model</source>
        <translation>待分析模型</translation>
    </message>
    <message>
        <source>baseline model</source>
        <translation>基准模型</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a baseline model and calibration data first: they and the config make the analysis model.</source>
        <translation>请先打开基准模型和校准数据：它们与配置一起构成待分析模型。</translation>
    </message>
</context>
<context>
    <name>ql::widgets::Project</name>
    <message>
        <source>Opening %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>保存 %1</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ProjectFiles</name>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Open &amp;project…</source>
        <translation>打开工程(&amp;P)…</translation>
    </message>
    <message>
        <source>Open a project: models, data, inputs and options in one file (Ctrl+P)</source>
        <translation>打开工程：模型、数据、输入和选项都在一个文件中 (Ctrl+P)</translation>
    </message>
    <message>
        <source>Save proj&amp;ect</source>
        <translation>保存工程(&amp;E)</translation>
    </message>
    <message>
        <source>Write what is loaded to the project file; comments in it stay (Ctrl+Alt+S)</source>
        <translation>把当前内容写入工程文件；其中的注释会保留 (Ctrl+Alt+S)</translation>
    </message>
    <message>
        <source>Write what is loaded to another project file</source>
        <translation>把当前内容写入另一个工程文件</translation>
    </message>
    <message>
        <source>Open project</source>
        <translation>打开工程</translation>
    </message>
    <message>
        <source>Projects (*.quantloupe *.yaml *.yml);;All files (*)</source>
        <translation>工程 (*.quantloupe *.yaml *.yml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save project</source>
        <translation>保存工程</translation>
    </message>
    <message>
        <source>Projects (*.quantloupe *.yaml *.yml)</source>
        <translation>工程 (*.quantloupe *.yaml *.yml)</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>The session differs from the project %1.</source>
        <translation>当前会话与工程 %1 不同。</translation>
    </message>
    <message>
        <source>Save the changes?</source>
        <translation>要保存更改吗？</translation>
    </message>
    <message>
        <source>Save pro&amp;ject as…</source>
        <translation>工程另存为(&amp;J)…</translation>
    </message>
    <message>
        <source>The project&apos;s operator libraries and judge are not taken.</source>
        <translation>未采用此工程的算子库和评判程序。</translation>
    </message>
    <message>
        <source>A project from elsewhere?</source>
        <translation>来自别处的工程？</translation>
    </message>
    <message>
        <source>The project %1.</source>
        <translation>此工程%1。</translation>
    </message>
    <message>
        <source>Such a library or program can do whatever you can do on this computer. Trust it only if you know who made it; without it the project opens, too. Your answer is remembered until it changes.</source>
        <translation>这样的库或程序在这台计算机上能做您能做的任何事。只有知道是谁编写的，才信任它；不用它也能打开工程。信任会一直记住，直到它发生变化。</translation>
    </message>
    <message>
        <source>&amp;Trust it</source>
        <translation>信任(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Open without</source>
        <translation>不加载直接打开(&amp;O)</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，位于 %2</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ProjectLibraries</name>
    <message>
        <source>Loading operator libraries</source>
        <translation>加载算子库</translation>
    </message>
    <message>
        <source>Remembering what is trusted</source>
        <translation>记住所信任的内容</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ProjectOptions</name>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>What is measured in the place of the outputs, and a judge of them</source>
        <translation>代替输出来衡量的内容，以及评判输出的程序</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ProjectView</name>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Double click to edit, e.g. name=file.npy or name=random:7</source>
        <translation>双击编辑，例如 name=file.npy 或 name=random:7</translation>
    </message>
    <message>
        <source>%1 (its type and shape aren&apos;t in the file)</source>
        <translation>%1（文件中没有类型和形状）</translation>
    </message>
    <message>
        <source>Expected: %1</source>
        <translation>需要：%1</translation>
    </message>
    <message>
        <source>None given: random numbers are used.</source>
        <translation>未指定：将使用随机数。</translation>
    </message>
    <message>
        <source>Checks (%1)</source>
        <translation>检查 (%1)</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>What is wrong with the models themselves</source>
        <translation>模型本身的问题</translation>
    </message>
    <message>
        <source>Choose the tensors that both models are run on</source>
        <translation>选择两个模型运行所用的张量</translation>
    </message>
    <message>
        <source>Run both models on random numbers, the same every time</source>
        <translation>用随机数运行两个模型，每次相同</translation>
    </message>
    <message>
        <source>Take the selected inputs off the list</source>
        <translation>从列表中去掉选中的输入</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>工程</translation>
    </message>
    <message>
        <source>Fold the project to a strip</source>
        <translation>把工程折叠成窄条</translation>
    </message>
    <message>
        <source>Show the project</source>
        <translation>展开工程</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Baseline model: %1</source>
        <translation>基准模型：%1</translation>
    </message>
    <message>
        <source>Analysis model: %1</source>
        <translation>待分析模型：%1</translation>
    </message>
    <message>
        <source>Quantization config: %1</source>
        <translation>量化配置：%1</translation>
    </message>
    <message>
        <source>Data: %1</source>
        <translation>数据：%1</translation>
    </message>
    <message>
        <source>Inputs: %1</source>
        <translation>输入：%1</translation>
    </message>
    <message>
        <source>random numbers</source>
        <translation>随机数</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ProofPicture</name>
    <message>
        <source>From %1, simulated by the config.</source>
        <translation>来自 %1，由配置模拟。</translation>
    </message>
    <message>
        <source>From %1, in the opened models.</source>
        <translation>来自 %1，为所打开的模型。</translation>
    </message>
    <message>
        <source>No picture: the values of %1 were not counted.</source>
        <translation>无图：未统计 %1 的数值。</translation>
    </message>
    <message>
        <source>No picture: no layer is known where the error starts.</source>
        <translation>无图：尚不知误差由哪一层开始。</translation>
    </message>
    <message>
        <source>Reading the weight of %1…</source>
        <translation>正在读取 %1 的权重…</translation>
    </message>
    <message>
        <source>One scale serves all of them: what lies in the hatched band becomes 0.</source>
        <translation>所有通道共用一个量化系数：斜线带内的数值都变为 0。</translation>
    </message>
    <message>
        <source>From the files: no sample is needed.</source>
        <translation>来自模型文件：不需要样本。</translation>
    </message>
    <message>
        <source>The values of %1 in both models.</source>
        <translation>%1 在两个模型中的数值。</translation>
    </message>
    <message>
        <source>One step of its scale is %1.</source>
        <translation>其量化系数的一步为 %1。</translation>
    </message>
    <message>
        <source>%1 of them are clamped, hatched here.</source>
        <translation>其中 %1 被截断，图中以斜线表示。</translation>
    </message>
    <message>
        <source>Which quantizers make the error of %1.</source>
        <translation>%1 的误差来自哪些量化点。</translation>
    </message>
    <message>
        <source>Reading a weight</source>
        <translation>读取权重</translation>
    </message>
    <message>
        <source>The weight %1, channel by channel.</source>
        <translation>权重 %1，逐通道。</translation>
    </message>
    <message>
        <source>One scale serves all of them; its step is %1.</source>
        <translation>所有通道共用一个量化系数，步长为 %1。</translation>
    </message>
    <message>
        <source>%1, up to %2</source>
        <translation>%1，最大 %2</translation>
    </message>
    <message>
        <source>One scale serves both, as %1 joins them.</source>
        <translation>%1 将两者合并，因此共用一个量化系数。</translation>
    </message>
    <message>
        <source>One step is %1, drawn to scale: all of %2 becomes 0.</source>
        <translation>一个步长为 %1，按比例画出：%2 全部变为 0。</translation>
    </message>
    <message>
        <source>One step is %1, drawn to scale: %2 has %3 steps.</source>
        <translation>一个步长为 %1，按比例画出：%2 只有 %3 个步长。</translation>
    </message>
</context>
<context>
    <name>ql::widgets::RepairAnalysis</name>
    <message>
        <source>&amp;Measure first repairs</source>
        <translation>测量初步修复(&amp;M)</translation>
    </message>
    <message>
        <source>Repairs</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Measure over all samples which single change of the config repairs the worst output</source>
        <translation>在全部样本上测量配置的哪一处改动能修复最差的输出</translation>
    </message>
    <message>
        <source>Measuring repairs, %1 s at most</source>
        <translation>测量修复，最多 %1 秒</translation>
    </message>
    <message>
        <source>Measuring repairs</source>
        <translation>测量修复</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ResultFiles</name>
    <message>
        <source>Reading %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>Showing %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Showing %1 (%2)</source>
        <comment>file, tool that wrote it</comment>
        <translation>显示 %1（%2）</translation>
    </message>
    <message>
        <source>%1 is no longer there: open it from where it is now.</source>
        <translation>%1 已不在原处：请从它现在的位置打开。</translation>
    </message>
    <message>
        <source>%1 was changed after this result was written, and is not opened.</source>
        <translation>%1 在此结果写出之后被修改过，因此没有打开。</translation>
    </message>
    <message>
        <source>The analysis model was simulated: open its config and its calibration data to run it again.</source>
        <translation>待分析模型是模拟得到的：要再次运行，请打开它的配置和校准数据。</translation>
    </message>
    <message>
        <source>The window has no view of a result of %1: quantloupe-cli report makes a page of it.</source>
        <translation>窗口没有 %1 结果的视图：quantloupe-cli report 可将它做成网页。</translation>
    </message>
</context>
<context>
    <name>ql::widgets::SampleChoice</name>
    <message>
        <source>Sample %1 of %2, worst</source>
        <translation>样本 %1 / %2，最差</translation>
    </message>
    <message>
        <source>Sample %1 of %2</source>
        <translation>样本 %1 / %2</translation>
    </message>
    <message>
        <source>No sample</source>
        <translation>没有样本</translation>
    </message>
    <message>
        <source>Random numbers</source>
        <translation>随机数</translation>
    </message>
    <message>
        <source>The sample that every view shows: %1</source>
        <translation>所有视图显示的样本：%1</translation>
    </message>
    <message>
        <source>The sample that every view shows</source>
        <translation>所有视图显示的样本</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Pre&amp;vious sample</source>
        <translation>上一个样本(&amp;V)</translation>
    </message>
    <message>
        <source>Compare on the sample before this one (Alt+PgUp)</source>
        <translation>在前一个样本上比较 (Alt+PgUp)</translation>
    </message>
    <message>
        <source>Next sam&amp;ple</source>
        <translation>下一个样本(&amp;P)</translation>
    </message>
    <message>
        <source>Compare on the sample after this one (Alt+PgDown)</source>
        <translation>在后一个样本上比较 (Alt+PgDown)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ScatterChart</name>
    <message>
        <source>This tensor has no elements.</source>
        <translation>该张量没有元素。</translation>
    </message>
    <message>
        <source>No element is finite in both models.</source>
        <translation>没有元素在两个模型中都是有限数。</translation>
    </message>
    <message>
        <source>elements: 1</source>
        <translation>元素数：1</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>analysis</source>
        <translation>待分析</translation>
    </message>
    <message>
        <source>one step: %1</source>
        <translation>一个步长：%1</translation>
    </message>
    <message>
        <source>element %1
baseline %2
analysis %3
error %4</source>
        <translation>元素 %1
基准 %2
待分析 %3
误差 %4</translation>
    </message>
    <message>
        <source>%1 elements here
baseline %2 to %3
analysis %4 to %5</source>
        <translation>此处有 %1 个元素
基准 %2 至 %3
待分析 %4 至 %5</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ScopeTrail</name>
    <message>
        <source>Scopes of the selected layer</source>
        <translation>选中层的作用域</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>全部层</translation>
    </message>
    <message>
        <source>Click to show only what is in it; its menu edits all of its layers</source>
        <translation>点击只显示其中的层；其菜单可编辑其中的全部层</translation>
    </message>
    <message>
        <source>Show all layers</source>
        <translation>显示全部层</translation>
    </message>
    <message>
        <source>Show only this scope</source>
        <translation>只显示此作用域</translation>
    </message>
</context>
<context>
    <name>ql::widgets::SensitivityAnalysis</name>
    <message>
        <source>&amp;Sensitivity</source>
        <translation>敏感度(&amp;S)</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
    <message>
        <source>Quantize one layer at a time and rank the layers by what that does (F7)</source>
        <translation>每次只量化一层，并按其影响排序 (F7)</translation>
    </message>
    <message>
        <source>Ranking layers by sensitivity</source>
        <translation>按敏感度排序</translation>
    </message>
</context>
<context>
    <name>ql::widgets::SensitivityView</name>
    <message>
        <source>By scope</source>
        <translation>按作用域</translation>
    </message>
    <message>
        <source>Whether one layer alone is quantized, or all but one; predicted is quicker, and tells the first to run</source>
        <translation>只量化一层，还是除一层外全部量化；“预测”更快，并指出应先实际运行哪些</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>What is switched together as one row</source>
        <translation>哪些量化器作为一行一起切换</translation>
    </message>
    <message>
        <source>What is switched</source>
        <translation>切换对象</translation>
    </message>
    <message>
        <source>The model&apos;s output that the ranking is about</source>
        <translation>排序所依据的模型输出</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Only this quantized</source>
        <translation>只量化该项</translation>
    </message>
    <message>
        <source>All but this quantized</source>
        <translation>除该项外全部量化</translation>
    </message>
    <message>
        <source>Only this quantized, predicted</source>
        <translation>只量化该项（预测）</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) run, the others predicted by derivatives</source>
        <translation>
            <numerusform>%n 行经过实际运行，其余由导数预测</numerusform>
        </translation>
    </message>
    <message>
        <source>Activations and weights</source>
        <translation>激活和权重</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Whole layers</source>
        <translation>整层</translation>
    </message>
    <message>
        <source>Ranking…</source>
        <translation>正在排序…</translation>
    </message>
    <message>
        <source>The first rows appear within seconds. Esc stops; what is known so far stays.</source>
        <translation>几秒内出现前几行。按 Esc 停止，已得到的结果保留。</translation>
    </message>
    <message>
        <source>Which layer matters most?</source>
        <translation>哪一层影响最大？</translation>
    </message>
    <message>
        <source>Open a baseline and an analysis model first; then every layer is quantized on its own, and ranked by what that does to the model&apos;s outputs.</source>
        <translation>请先打开基准模型和待分析模型；随后逐层单独量化，并按其对模型输出的影响排序。</translation>
    </message>
    <message>
        <source>Every layer is quantized on its own, and ranked by what that does to the model&apos;s outputs. It takes a few seconds for a small network, minutes for a large one.</source>
        <translation>逐层单独量化，并按其对模型输出的影响排序。小网络需要几秒，大网络需要几分钟。</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>everything quantized: %1 %2</source>
        <translation>全部量化：%1 %2</translation>
    </message>
    <message>
        <source>growing</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>stopped before the end</source>
        <translation>未完成即停止</translation>
    </message>
    <message>
        <source>Export sensitivity</source>
        <translation>导出敏感度</translation>
    </message>
    <message>
        <source>What makes one row</source>
        <translation>每行代表什么</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>By siblings</source>
        <translation>按同组激活</translation>
    </message>
    <message>
        <source>Layers by sensitivity</source>
        <translation>按敏感度排序的层</translation>
    </message>
</context>
<context>
    <name>ql::widgets::SessionFiles</name>
    <message>
        <source>Open result</source>
        <translation>打开结果</translation>
    </message>
    <message>
        <source>Results (*.json *.txt *.csv *.log);;All files (*)</source>
        <translation>结果 (*.json *.txt *.csv *.log);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open baseline model</source>
        <translation>打开基准模型</translation>
    </message>
    <message>
        <source>Open analysis model</source>
        <translation>打开待分析模型</translation>
    </message>
    <message>
        <source>Choose inputs</source>
        <translation>选择输入</translation>
    </message>
    <message>
        <source>Open data</source>
        <translation>打开数据</translation>
    </message>
    <message>
        <source>Samples (*.npy *.npz *.pt *.txt *.list);;All files (*)</source>
        <translation>样本 (*.npy *.npz *.pt *.txt *.list);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a folder of samples</source>
        <translation>打开样本文件夹</translation>
    </message>
    <message>
        <source>Neither a model (.onnx, TorchScript, .pt2, .tflite), weights (.safetensors, .gguf, .pth), an input (.npy, .npz, .pb, .bin, .pt or a folder), a quantization config nor a result of an analysis: %1</source>
        <translation>既不是模型（.onnx、TorchScript、.pt2、.tflite）、权重（.safetensors、.gguf、.pth）、输入（.npy、.npz、.pb、.bin、.pt 或文件夹）、量化配置，也不是分析结果：%1</translation>
    </message>
    <message>
        <source>Models (*.onnx *.pt *.pth *.ts *.torchscript *.pt2 *.tflite);;All files (*)</source>
        <translation>模型 (*.onnx *.pt *.pth *.ts *.torchscript *.pt2 *.tflite);;所有文件 (*)</translation>
    </message>
    <message>
        <source>the demo</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Replace what is open?</source>
        <translation>替换已打开的内容？</translation>
    </message>
    <message>
        <source>%1 and its results make room for %2.</source>
        <translation>%1 及其结果将被 %2 取代。</translation>
    </message>
    <message>
        <source>Open a folder of dumped tensors</source>
        <translation>打开转储张量的文件夹</translation>
    </message>
    <message>
        <source>Open another version of the model</source>
        <translation>打开模型的另一个版本</translation>
    </message>
    <message>
        <source>Tensors and images (*.npy *.npz *.pb *.pt *.png *.jpg *.jpeg *.bmp);;All files (*)</source>
        <translation>张量和图像 (*.npy *.npz *.pb *.pt *.png *.jpg *.jpeg *.bmp);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ShadowAnalysis</name>
    <message>
        <source>&amp;Local errors</source>
        <translation>局部误差(&amp;L)</translation>
    </message>
    <message>
        <source>Local errors</source>
        <translation>局部误差</translation>
    </message>
    <message>
        <source>Run every quantized layer beside its float twin on the same input, so that only its own error shows (Shift+F8)</source>
        <translation>让每个量化层与其浮点对应层在相同输入上运行，只显示它自身的误差 (Shift+F8)</translation>
    </message>
    <message>
        <source>Measuring local errors</source>
        <translation>测量局部误差</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ShadowView</name>
    <message>
        <source>Local errors</source>
        <translation>局部误差</translation>
    </message>
    <message>
        <source>Which layer makes the error itself?</source>
        <translation>哪一层自身产生误差？</translation>
    </message>
    <message>
        <source>Measuring local errors…</source>
        <translation>正在测量局部误差…</translation>
    </message>
    <message>
        <source>Every quantized layer runs beside its float twin. Esc stops.</source>
        <translation>每个量化层与其浮点对应层一同运行。按 Esc 停止。</translation>
    </message>
    <message>
        <source>Every quantized layer is run on the same input as its float twin, so that only its own error shows, beside what it inherits.</source>
        <translation>每个量化层与其浮点对应层使用相同输入运行，只显示自身误差，并与继承误差并列。</translation>
    </message>
    <message>
        <source>Open a baseline and an analysis model first.</source>
        <translation>请先打开基准模型和待分析模型。</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 个层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not quantized</source>
        <translation>
            <numerusform>%n 层未量化</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ShareBar</name>
    <message>
        <source>Shares of the noise power</source>
        <translation>噪声功率占比</translation>
    </message>
    <message>
        <source>%1: %2 %, alone %3 dB</source>
        <translation>%1：%2 %，单独量化时 %3 dB</translation>
    </message>
</context>
<context>
    <name>ql::widgets::StoredTrials</name>
    <message>
        <source>Trials of an earlier session cannot be read. Their file stays as it is. %1</source>
        <translation>无法读取以前会话的试运行记录，其文件保持原样。%1</translation>
    </message>
    <message>
        <source>What could not be read of earlier trials is kept as %1.</source>
        <translation>以前试运行记录中无法读取的部分保存为 %1。</translation>
    </message>
    <message>
        <source>Nothing can be written beside the project: the trials are kept in %1.</source>
        <translation>工程旁边无法写入文件：试运行记录保存在 %1。</translation>
    </message>
</context>
<context>
    <name>ql::widgets::TensorPicture</name>
    <message>
        <source>This input has nothing to draw.</source>
        <translation>该输入没有可绘制的内容。</translation>
    </message>
    <message>
        <source>%1 · %2 · %3 to %4</source>
        <translation>%1 · %2 · %3 到 %4</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ThresholdChart</name>
    <message>
        <source>Fix this range at the layers that read these values, and try that</source>
        <translation>为读取这些值的层固定此范围，并试运行</translation>
    </message>
    <message>
        <source>Write into config</source>
        <translation>写入配置</translation>
    </message>
    <message>
        <source>As quantized now</source>
        <translation>按当前量化</translation>
    </message>
    <message>
        <source>Minimum to maximum</source>
        <translation>最小值到最大值</translation>
    </message>
    <message>
        <source>99.99 % of the values</source>
        <translation>99.99 % 的数值</translation>
    </message>
    <message>
        <source>99.9 % of the values</source>
        <translation>99.9 % 的数值</translation>
    </message>
    <message>
        <source>Least squared error</source>
        <translation>最小平方误差</translation>
    </message>
    <message>
        <source>Dragged</source>
        <translation>已拖动</translation>
    </message>
    <message>
        <source>First range</source>
        <translation>第一个范围</translation>
    </message>
    <message>
        <source>Second range</source>
        <translation>第二个范围</translation>
    </message>
    <message>
        <source>How the range is chosen; drag the bounds in the chart for another one</source>
        <translation>范围的选取方式；在图中拖动边界可得到其他范围</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>elements per bin</source>
        <translation>每个区间的元素数</translation>
    </message>
    <message>
        <source>%1 to %2 · clamps %3 % · clamping %4, rounding %5 · about %6 dB</source>
        <translation>%1 到 %2 · 截断 %3 % · 截断误差 %4，舍入误差 %5 · 约 %6 dB</translation>
    </message>
    <message>
        <source>Estimated from the baseline&apos;s histogram: clamping and rounding as root mean square errors</source>
        <translation>根据基准模型的直方图估计：截断与舍入均为均方根误差</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
</context>
<context>
    <name>ql::widgets::ToolExports</name>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>存放文件的文件夹</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>写入 %1</translation>
    </message>
    <message>
        <source>Writes everything that the window knows into a folder, in the form that the command line calls %1</source>
        <translation>把窗口所知的全部内容写入一个文件夹，命令行称此格式为 %1</translation>
    </message>
</context>
<context>
    <name>ql::widgets::TrainingChart</name>
    <message>
        <source>No step was made.</source>
        <translation>没有走过任何一步。</translation>
    </message>
    <message>
        <source>No check can be drawn.</source>
        <translation>没有可绘制的评判。</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>%1 held out</source>
        <translation>留出样本的 %1</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>训练前</translation>
    </message>
    <message>
        <source>of outputs</source>
        <translation>输出的损失</translation>
    </message>
    <message>
        <source>of layers</source>
        <translation>各层的损失</translation>
    </message>
    <message>
        <source>an output loses</source>
        <translation>有输出变差</translation>
    </message>
    <message>
        <source>offered</source>
        <translation>给出</translation>
    </message>
</context>
<context>
    <name>ql::widgets::TrialAnalysis</name>
    <message>
        <source>&amp;Try the config</source>
        <translation>试运行配置(&amp;T)</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>Trying the config</source>
        <translation>试运行配置</translation>
    </message>
    <message>
        <source>Simulate the config as it stands in the editor, and show what changes (Ctrl+T)</source>
        <translation>按编辑器中的现状模拟配置，并显示变化 (Ctrl+T)</translation>
    </message>
</context>
<context>
    <name>ql::widgets::TrialTableModel</name>
    <message>
        <source>%1 of the output that is worst after the trial</source>
        <translation>试运行后最差输出的 %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>As trial %1, and %2</source>
        <translation>同第 %1 次试运行，并且%2</translation>
    </message>
</context>
<context>
    <name>ql::widgets::TrialsView</name>
    <message>
        <source>Every layer</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Selected layer and what follows</source>
        <translation>所选层及其后续</translation>
    </message>
    <message>
        <source>Which layers are shown below the outputs</source>
        <translation>输出之下显示哪些层</translation>
    </message>
    <message>
        <source>Restore this config</source>
        <translation>恢复此配置</translation>
    </message>
    <message>
        <source>Put the config of this trial back into the editor; Ctrl+Z takes it back</source>
        <translation>把这次试运行的配置放回编辑器；Ctrl+Z 可撤销</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>What the trial changed</source>
        <translation>试运行带来的变化</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>正在试运行…</translation>
    </message>
    <message>
        <source>The config is calibrated and simulated. Esc stops.</source>
        <translation>正在校准并模拟配置。按 Esc 停止。</translation>
    </message>
    <message>
        <source>What would the edit do?</source>
        <translation>编辑会有什么效果？</translation>
    </message>
    <message>
        <source>Edit the config by a click on a layer or as text. Try then simulates it before it is saved, and shows what became better or worse.</source>
        <translation>点击某层或以文本方式编辑配置。“试运行”会在保存前模拟它，并显示变好或变差之处。</translation>
    </message>
    <message>
        <source>Copy note</source>
        <translation>复制备注</translation>
    </message>
    <message>
        <source>Put the note of this trial on the clipboard</source>
        <translation>把这次试运行的备注放到剪贴板</translation>
    </message>
    <message>
        <source>Delete trial</source>
        <translation>删除试运行</translation>
    </message>
    <message>
        <source>Take the selected trials off the list and out of the file that keeps them (Del)</source>
        <translation>从列表和保存它们的文件中删除选中的试运行 (Del)</translation>
    </message>
    <message>
        <source>Open a baseline model, a quantization config and calibration data first. Every config that you try is kept here with what it changed, also for the next time.</source>
        <translation>请先打开基准模型、量化配置和校准数据。试过的每个配置及其带来的变化都保留在这里，下次打开时仍在。</translation>
    </message>
    <message>
        <source>Trial %1 against trial %2: %3</source>
        <translation>第 %1 次与第 %2 次试运行相比：%3</translation>
    </message>
    <message>
        <source>Trial %1 was a text of %2. It stands in %3 now; Ctrl+Z takes it back.</source>
        <translation>第 %1 次试运行是 %2 的文本，现已放入 %3；Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Delete trials</source>
        <translation>删除试运行</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n trial(s)? The config and the values cannot be brought back.</source>
        <translation>
            <numerusform>删除 %n 次试运行？其配置和数值无法恢复。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::TuneAnalysis</name>
    <message>
        <source>T&amp;une the config</source>
        <translation>调优配置(&amp;U)</translation>
    </message>
    <message>
        <source>Tune</source>
        <translation>调优</translation>
    </message>
    <message>
        <source>Search the fewest layers that need more than 8 bits (Shift+F6)</source>
        <translation>搜索最少的需要超过 8 位的层（Shift+F6）</translation>
    </message>
    <message>
        <source>Tuning the config</source>
        <translation>调优配置</translation>
    </message>
</context>
<context>
    <name>ql::widgets::TuneChart</name>
    <message>
        <source>cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>No point can be drawn.</source>
        <translation>没有可绘制的点。</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>%1 above the target</source>
        <translation>%1 高于目标的量</translation>
    </message>
</context>
<context>
    <name>ql::widgets::TuneTableModel</name>
    <message>
        <source>the answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>best so far</source>
        <translation>目前最佳</translation>
    </message>
    <message>
        <source>start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>Multiply-accumulates weighted 1 in 8 bits, 2 in int16, 4 in float, over all in 8 bits</source>
        <translation>加权乘加数（8 位计 1，int16 计 2，浮点计 4）与全部为 8 位时之比</translation>
    </message>
    <message>
        <source>Of the output that is worst, held against its target</source>
        <translation>相对目标最差的输出的值</translation>
    </message>
    <message>
        <source>Overrides</source>
        <translation>覆盖设置</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>Above target</source>
        <translation>高于目标</translation>
    </message>
    <message>
        <source>How much better m, the metric, is than the target t</source>
        <translation>指标 m 比目标 t 好多少</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>改动数</translation>
    </message>
</context>
<context>
    <name>ql::widgets::TuneView</name>
    <message>
        <source>Take into the config</source>
        <translation>采用到配置</translation>
    </message>
    <message>
        <source>Put the chosen row&apos;s overrides into the config (Enter); Ctrl+Z takes them back</source>
        <translation>把所选行的覆盖设置写入配置（回车）；Ctrl+Z 撤销</translation>
    </message>
    <message>
        <source>What every output must reach</source>
        <translation>每个输出必须达到的指标</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>After so long the best so far is the answer</source>
        <translation>到此时间即以目前最佳为答案</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间上限</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限时</translation>
    </message>
    <message>
        <source>Overrides that were tried</source>
        <translation>已试的覆盖设置</translation>
    </message>
    <message>
        <source>The config was changed since it was tuned. Tune it again.</source>
        <translation>调优之后配置已被修改。请重新调优。</translation>
    </message>
    <message>
        <source>The config now has: %1. Ctrl+Z takes it back.</source>
        <translation>配置现在包含：%1。Ctrl+Z 撤销。</translation>
    </message>
    <message>
        <source>Which layers need more than 8 bits?</source>
        <translation>哪些层需要超过 8 位？</translation>
    </message>
    <message>
        <source>Tuning…</source>
        <translation>正在调优…</translation>
    </message>
    <message>
        <source>The config is calibrated first. Esc stops; what is known so far stays.</source>
        <translation>先校准配置。按 Esc 停止；已有结果会保留。</translation>
    </message>
    <message>
        <source>The fewest layers are searched that must leave 8 bits so that every output reaches the target. Each set that was tried is shown with what it costs and what it wins.</source>
        <translation>搜索最少的必须离开 8 位的层，使每个输出都达到目标。每组试过的设置都会显示其代价与收益。</translation>
    </message>
    <message>
        <source>Open a baseline model, a quantization config and calibration data first.</source>
        <translation>请先打开基准模型、量化配置和校准数据。</translation>
    </message>
    <message>
        <source>target reached</source>
        <translation>已达到目标</translation>
    </message>
    <message>
        <source>growing</source>
        <translation>增长中</translation>
    </message>
    <message>
        <source>target not reached</source>
        <translation>未达到目标</translation>
    </message>
    <message>
        <source>stopped before the end</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>%1 %2 at cost %3</source>
        <translation>%1 %2，代价 %3</translation>
    </message>
    <message>
        <source>Which output the target is meant for</source>
        <translation>目标针对哪个输出</translation>
    </message>
    <message>
        <source>Same target as the others</source>
        <translation>与其他输出目标相同</translation>
    </message>
    <message>
        <source>Take back the target that the chosen output has of its own</source>
        <translation>取消所选输出的单独目标</translation>
    </message>
    <message>
        <source>The value that the output must reach</source>
        <translation>该输出必须达到的值</translation>
    </message>
    <message>
        <source>Accuracy against cost: the arrow keys go from point to point, Enter takes one</source>
        <translation>精度与代价：方向键逐点移动，回车采用该点</translation>
    </message>
    <message>
        <source>every output</source>
        <translation>每个输出</translation>
    </message>
    <message>
        <source>The document says no configs: they are in tuned and pareto beside it, or tune again.</source>
        <translation>结果文档中没有配置：它们在旁边的 tuned 文件和 pareto 文件夹中；也可以重新调优。</translation>
    </message>
    <message>
        <source>the baseline %1</source>
        <translation>基准模型 %1</translation>
    </message>
    <message numerus="yes">
        <source>judged on %n sample(s)</source>
        <translation>
            <numerusform>在 %n 个样本上评判</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ValuesPage</name>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Which tensor of the layer</source>
        <translation>该层的哪个张量</translation>
    </message>
    <message>
        <source>This layer has no weight in both models.</source>
        <translation>该层在两个模型中没有共同的权重。</translation>
    </message>
    <message>
        <source>Reading the values…</source>
        <translation>正在读取数值…</translation>
    </message>
</context>
<context>
    <name>ql::widgets::VariantChoice</name>
    <message>
        <source>Compare with the analysis model</source>
        <translation>与待分析模型比较</translation>
    </message>
    <message>
        <source>Compare with the baseline, folded</source>
        <translation>与折叠后的基准模型比较</translation>
    </message>
    <message>
        <source>Compare with the baseline, folded and fused</source>
        <translation>与折叠并融合后的基准模型比较</translation>
    </message>
    <message>
        <source>What the baseline is compared with: the analysis model, or the baseline as runtimes optimize it, with constants and batch normalizations folded, or activations fused, too</source>
        <translation>与基准模型比较的对象：待分析模型，或运行时优化后的基准模型（折叠常量和批归一化，或再融合激活函数）</translation>
    </message>
</context>
<context>
    <name>ql::widgets::VerdictStrip</name>
    <message>
        <source>%1: %2. %3.</source>
        <translation>%1：%2。%3。</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between facts about an output</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>Verdict %1 · </source>
        <translation>结论%1 · </translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>No error budget: %1.</source>
        <translation>没有误差预算：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n more output(s), none of them worse</source>
        <translation>
            <numerusform>另外 %n 个输出，均不比以上更差</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::VersionsAnalysis</name>
    <message>
        <source>Stopped. Choose another version, or this one again, to go on.</source>
        <translation>已停止。选择另一个版本或重新选择该版本以继续。</translation>
    </message>
    <message>
        <source>Open calibration data to simulate the config.</source>
        <translation>请打开校准数据以模拟该配置。</translation>
    </message>
    <message>
        <source>Comparing the baseline with %1</source>
        <translation>将基准模型与 %1 比较</translation>
    </message>
</context>
<context>
    <name>ql::widgets::VersionsView</name>
    <message>
        <source>Numbers of the selected layer in each version</source>
        <translation>所选层在各版本中的数值</translation>
    </message>
    <message>
        <source>Float</source>
        <translation>浮点</translation>
    </message>
    <message>
        <source>Float: %1</source>
        <translation>浮点：%1</translation>
    </message>
    <message>
        <source>Another model…</source>
        <translation>其他模型…</translation>
    </message>
    <message>
        <source>A folder of dumped tensors…</source>
        <translation>转储张量的文件夹…</translation>
    </message>
    <message>
        <source>What stands beside the baseline</source>
        <translation>与基准模型并列的版本</translation>
    </message>
    <message>
        <source>Simulated with %1</source>
        <translation>用 %1 模拟</translation>
    </message>
    <message>
        <source>Deployed: %1</source>
        <translation>部署：%1</translation>
    </message>
    <message>
        <source>Baseline, folded</source>
        <translation>基准，已折叠</translation>
    </message>
    <message>
        <source>Baseline, folded and fused</source>
        <translation>基准，已折叠并融合</translation>
    </message>
    <message>
        <source>File: %1</source>
        <translation>文件：%1</translation>
    </message>
    <message>
        <source>Every value of this layer is the same, so there is no distribution to draw.</source>
        <translation>该层的值全部相同，因此没有分布可画。</translation>
    </message>
    <message>
        <source>This version has no such layer.</source>
        <translation>该版本没有这一层。</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>版本 %1</translation>
    </message>
</context>
<context>
    <name>ql::widgets::WindowDocks</name>
    <message>
        <source>Bring the dock %1 to the front</source>
        <translation>将面板 %1 移到最前</translation>
    </message>
    <message>
        <source>Error along the network</source>
        <translation>误差沿网络的变化</translation>
    </message>
</context>
</TS>
