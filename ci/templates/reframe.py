# SPDX-License-Identifier: MIT
"""A ReFrame check (4.x): measures reductions on a card's partition, each launch verified, and holds the rate of the fastest one to a
reference. A test runs it with a stand-in for ReFrame on the simulator; not run with ReFrame."""
import reframe as rfm
import reframe.utility.sanity as sn


@rfm.simple_test
class FoldcheckRate(rfm.RunOnlyRegressionTest):
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "foldcheck"
    executable_opts = ["bench", "--what", "reduce", "--strategy", "reduce_*", "--operator", "add_f32", "--sizes", "26", "--record", "times.jsonl"]
    reference = {"*": {"rate": (None, -0.05, None, "GB/s")}}

    @sanity_function
    def was_measured(self):
        return sn.assert_found(r"the largest copy", self.stdout)

    @performance_function("GB/s")
    def rate(self):
        return sn.extractsingle(r"^add_f32 .*?([0-9.]+)  reduce_", self.stdout, 1, float)
