<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Conclusion</name>
    <message numerus="yes">
        <source>the worst of %n sample(s), %1</source>
        <translation>
            <numerusform>%n sample, %1</numerusform>
            <numerusform>the worst of %n samples, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more make %2 of the error.</source>
        <translation>
            <numerusform>%1 and %n more make %2 of the error.</numerusform>
            <numerusform>%1 and %n more make %2 of the error.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FinetuneAnswer</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FixAnswer</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 before, %3 after %n repair(s), on %4 that nothing was fitted to.</source>
        <translation>
            <numerusform>%1: %2 before, %3 after one repair, on %4 that nothing was fitted to.</numerusform>
            <numerusform>%1: %2 before, %3 after %n repairs, on %4 that nothing was fitted to.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repair(s) tried so far, none wins what it costs: %1 stays %2.</source>
        <translation>
            <numerusform>%n repair tried so far, which doesn&apos;t win what it costs: %1 stays %2.</numerusform>
            <numerusform>%n repairs tried so far, none wins what it costs: %1 stays %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n repair(s) tried so far. %1 alone wins most: %2 %3 before, %4 after, on %5 that nothing was fitted to.</source>
        <translation>
            <numerusform>%n repair tried so far. %1 alone wins most: %2 %3 before, %4 after, on %5 that nothing was fitted to.</numerusform>
            <numerusform>%n repairs tried so far. %1 alone wins most: %2 %3 before, %4 after, on %5 that nothing was fitted to.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphPainter</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message numerus="yes">
        <source>%n finding(s), the most severe first.</source>
        <translation>
            <numerusform>%n finding.</numerusform>
            <numerusform>%n findings, the most severe first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) searched. Use the worst one as the input.</source>
        <translation>
            <numerusform>%n sample searched. Use it as the input.</numerusform>
            <numerusform>%n samples searched. Use the worst one as the input.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LayerSummary</name>
    <message numerus="yes">
        <source>Set right with %n other(s), %1 goes from %2 to %3 dB.</source>
        <translation>
            <numerusform>Set right with %n other, %1 goes from %2 to %3 dB.</numerusform>
            <numerusform>Set right with %n others, %1 goes from %2 to %3 dB.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RepairWords</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 → %2 on the worst of %n sample(s)</source>
        <translation>
            <numerusform>%1 → %2 on %n sample</numerusform>
            <numerusform>%1 → %2 on the worst of %n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 + %n more change(s)</source>
        <translation>
            <numerusform>%1 + %n more change</numerusform>
            <numerusform>%1 + %n more changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepWords</name>
    <message numerus="yes">
        <source>Skip scope %1 (%n layer(s)) and try it</source>
        <translation>
            <numerusform>Skip scope %1 (%n layer) and try it</numerusform>
            <numerusform>Skip scope %1 (%n layers) and try it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skip %n layer(s) and try it</source>
        <translation>
            <numerusform>Skip %n layer and try it</numerusform>
            <numerusform>Skip %n layers and try it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Set %n layer(s) to int16 and try it</source>
        <translation>
            <numerusform>Set %n layer to int16 and try it</numerusform>
            <numerusform>Set %n layers to int16 and try it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Tune</name>
    <message numerus="yes">
        <source>%1 (and %n more)</source>
        <translation>
            <numerusform>%1 (and %n more)</numerusform>
            <numerusform>%1 (and %n more)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) of %1</source>
        <translation>
            <numerusform>%n layer of %1</numerusform>
            <numerusform>%n layers of %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ArithmeticChoice</name>
    <message numerus="yes">
        <source>%1 of %n layer(s) are exact.</source>
        <translation>
            <numerusform>%1 of %n layer is exact.</numerusform>
            <numerusform>%1 of %n layers are exact.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::BadCasesView</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n sample(s)</source>
        <translation>
            <numerusform>%1 of %n sample</numerusform>
            <numerusform>%1 of %n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::CalibrateView</name>
    <message numerus="yes">
        <source>Calibrated on %n sample(s).</source>
        <translation>
            <numerusform>Calibrated on %n sample.</numerusform>
            <numerusform>Calibrated on %n samples.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n quantized value(s)</source>
        <translation>
            <numerusform>%n quantized value</numerusform>
            <numerusform>%n quantized values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ChannelsChart</name>
    <message numerus="yes">
        <source>%n pair(s) are not finite</source>
        <translation>
            <numerusform>%n pair is not finite</numerusform>
            <numerusform>%n pairs are not finite</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::CheckTableModel</name>
    <message numerus="yes">
        <source>%n layer(s): %1</source>
        <translation>
            <numerusform>%n layer: %1</numerusform>
            <numerusform>%n layers: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ChecksView</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigActions</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) should be quantized alike, because they share its data (%1 MACs): %2</source>
        <translation>
            <numerusform>%n layer should be quantized alike, because it shares its data (%1 MACs): %2</numerusform>
            <numerusform>%n layers should be quantized alike, because they share its data (%1 MACs): %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;int16 for %n layer(s)</source>
        <translation>
            <numerusform>&amp;int16 for one layer</numerusform>
            <numerusform>&amp;int16 for %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>S&amp;kip %n layer(s)</source>
        <translation>
            <numerusform>S&amp;kip one layer</numerusform>
            <numerusform>S&amp;kip %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Restore %n layer(s)</source>
        <translation>
            <numerusform>&amp;Restore one layer</numerusform>
            <numerusform>&amp;Restore %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Per &amp;channel for %n layer(s)</source>
        <translation>
            <numerusform>Per &amp;channel for %n layer</numerusform>
            <numerusform>Per &amp;channel for %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More &amp;weight bits for %n layer(s)</source>
        <translation>
            <numerusform>More &amp;weight bits for %n layer</numerusform>
            <numerusform>More &amp;weight bits for %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Range of &amp;least error for %n layer(s)</source>
        <translation>
            <numerusform>Range of &amp;least error for %n layer</numerusform>
            <numerusform>Range of &amp;least error for %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more layer(s) should be quantized alike</source>
        <translation>
            <numerusform>%n more layer should be quantized alike</numerusform>
            <numerusform>%n more layers should be quantized alike</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigFiles</name>
    <message numerus="yes">
        <source>A simulation of the config differs from the analysis model in %n point(s). The first: %1: %2</source>
        <translation>
            <numerusform>A simulation of the config differs from the analysis model in %n point: %1: %2</numerusform>
            <numerusform>A simulation of the config differs from the analysis model in %n points. The first: %1: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This dialect can&apos;t say %n thing(s) of the config. The first: %1: %2</source>
        <translation>
            <numerusform>This dialect can&apos;t say %n thing of the config: %1: %2</numerusform>
            <numerusform>This dialect can&apos;t say %n things of the config. The first: %1: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigForm</name>
    <message numerus="yes">
        <source>%n layer(s) must agree with it, %1 MACs: %2</source>
        <translation>
            <numerusform>%n layer must agree with it, %1 MACs: %2</numerusform>
            <numerusform>%n layers must agree with it, %1 MACs: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigPanel</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ConfigView</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::CumulativeChart</name>
    <message numerus="yes">
        <source>%n row(s) in float: %1</source>
        <translation>
            <numerusform>%n row in float: %1</numerusform>
            <numerusform>%n rows in float: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Leave %n row(s) in float</source>
        <translation>
            <numerusform>Leave %n row in float</numerusform>
            <numerusform>Leave %n rows in float</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::DataPanel</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::DistributionChart</name>
    <message numerus="yes">
        <source>%1 to %2: %n sample(s)</source>
        <translation>
            <numerusform>%1 to %2: %n sample</numerusform>
            <numerusform>%1 to %2: %n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::FinetuneView</name>
    <message numerus="yes">
        <source>%n check(s)</source>
        <translation>
            <numerusform>%n check</numerusform>
            <numerusform>%n checks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::FixesView</name>
    <message numerus="yes">
        <source>%n candidate(s)</source>
        <translation>
            <numerusform>%n candidate</numerusform>
            <numerusform>%n candidates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::GraphView</name>
    <message numerus="yes">
        <source>%1 of %n</source>
        <translation>
            <numerusform>%1 of %n</numerusform>
            <numerusform>%1 of %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s)</source>
        <translation>
            <numerusform>%n hit</numerusform>
            <numerusform>%n hits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::HandbookWindow</name>
    <message numerus="yes">
        <source>%n place(s)</source>
        <translation>
            <numerusform>%n place</numerusform>
            <numerusform>%n places</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::HiddenRowsNote</name>
    <message numerus="yes">
        <source>The filter hides all %n row(s).</source>
        <translation>
            <numerusform>The filter hides the only row.</numerusform>
            <numerusform>The filter hides all %n rows.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::LayersView</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n layer(s)</source>
        <translation>
            <numerusform>%1 of %n layer</numerusform>
            <numerusform>%1 of %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::LogView</name>
    <message numerus="yes">
        <source>Compared %n layer(s) in %1</source>
        <translation>
            <numerusform>Compared %n layer in %1</numerusform>
            <numerusform>Compared %n layers in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ModelPanel</name>
    <message numerus="yes">
        <source>%1 · %n layer(s) · %2 parameters</source>
        <translation>
            <numerusform>%1 · %n layer · %2 parameters</numerusform>
            <numerusform>%1 · %n layers · %2 parameters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::OverviewView</name>
    <message numerus="yes">
        <source>%n more output(s), none of them worse</source>
        <translation>
            <numerusform>%n more output, and it is not worse</numerusform>
            <numerusform>%n more outputs, none of them worse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Trial %1, %2, on the worst of %n sample(s). %3</source>
        <translation>
            <numerusform>Trial %1, %2, on %n sample. %3</numerusform>
            <numerusform>Trial %1, %2, on the worst of %n samples. %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ProfileView</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::SensitivityView</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) run, the others predicted by derivatives</source>
        <translation>
            <numerusform>%n row run, the others predicted by derivatives</numerusform>
            <numerusform>%n rows run, the others predicted by derivatives</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::ShadowView</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not quantized</source>
        <translation>
            <numerusform>%n not quantized</numerusform>
            <numerusform>%n not quantized</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::TrialsView</name>
    <message numerus="yes">
        <source>Delete %n trial(s)? The config and the values cannot be brought back.</source>
        <translation>
            <numerusform>Delete %n trial? The config and the values cannot be brought back.</numerusform>
            <numerusform>Delete %n trials? The config and the values cannot be brought back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::TuneView</name>
    <message numerus="yes">
        <source>judged on %n sample(s)</source>
        <translation>
            <numerusform>judged on %n sample</numerusform>
            <numerusform>judged on %n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ql::widgets::VerdictStrip</name>
    <message numerus="yes">
        <source>%n more output(s), none of them worse</source>
        <translation>
            <numerusform>%n more output, not worse</numerusform>
            <numerusform>%n more outputs, none of them worse</numerusform>
        </translation>
    </message>
</context>
</TS>
