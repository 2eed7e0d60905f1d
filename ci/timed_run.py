# SPDX-License-Identifier: MIT
"""A command that is run to its end, and the processor time that it takes."""
import os
import subprocess
import tempfile
import threading


class Run:
    """A command's exit status, what it said, and the seconds of processor time that it and its processes took. One that runs
    longer than `wall` seconds is killed."""

    def __init__(self, words, wall=None, **options):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(words, stdout=out, stderr=err, **options)
            late = threading.Timer(wall, process.kill) if wall else None
            if late:
                late.start()
            _, status, usage = os.wait4(process.pid, 0)
            if late:
                late.cancel()
            self.returncode = process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = usage.ru_utime + usage.ru_stime
            self.stdout, self.stderr = (self.whole(file) for file in (out, err))

    @staticmethod
    def whole(file):
        file.seek(0)
        return file.read().decode("utf-8", "replace")
