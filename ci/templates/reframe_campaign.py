# SPDX-License-Identifier: MIT
"""A ReFrame check (4.x): a campaign, in which every node takes pieces of one check.

    reframe -c reframe_campaign.py -r --distribute -S FoldcheckCampaign.folder=/shared/campaign

runs it once a node. Each instance takes pieces that are left in the folder, which all nodes see, and ends with the verdict of all. A
test runs it with a stand-in for ReFrame on the simulator; not run with ReFrame."""
import reframe as rfm
import reframe.utility.sanity as sn
from reframe.core.builtins import performance_function, run_before, sanity_function, variable


@rfm.simple_test
class FoldcheckCampaign(rfm.RunOnlyRegressionTest):
    folder = variable(str)
    words = variable(str, value="check --device nvidia --seed 1")
    pieces = variable(int, value=64)
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "foldcheck"
    num_tasks = 1

    @run_before("run")
    def take_part(self):
        self.executable_opts = ["campaign", self.folder, "--pieces", str(self.pieces), "--", *self.words.split()]

    @sanity_function
    def was_verified(self):
        return sn.assert_found(r"^verified: .* 0 failures", self.stdout)

    @performance_function("problems")
    def problems(self):
        return sn.extractsingle(r"^verified: ([0-9]+) problem", self.stdout, 1, int)
