# SPDX-License-Identifier: MIT
"""Headless Chromium for tests, by its DevTools protocol; and the complaints of a test."""
import base64
import json
import os
import shutil
import subprocess

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe"]
SCREEN = """(() => { const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), parts = [], range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement.checkVisibility() || !node.data.trim()) continue;
        range.selectNodeContents(node);
        const seen = [...range.getClientRects()].some((r) => r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.left < innerWidth);
        if (seen) parts.push(node.data);
    }
    return parts.join(" "); })()"""
complaints = []


def expect(holds, words):
    if not holds:
        complaints.append(words)
        print(words)


def chromium():
    """The program; None where it is not installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """The DevTools protocol on two pipes, a message ended by a zero byte."""

    def __init__(self, program, profile):
        ours, theirs = os.pipe(), os.pipe()  # what it reads, what it writes
        moved = [os.dup2(ours[0], 63), os.dup2(theirs[1], 64)]
        keep = "exec 3<&63 4>&64 63<&- 64>&-; exec \"$@\""
        self.process = subprocess.Popen(["bash", "-c", keep, "bash", program, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
                                        pass_fds=moved, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (ours[0], theirs[1], *moved):
            os.close(end)
        self.out, self.back, self.number, self.session, self.said = ours[1], os.fdopen(theirs[0], "rb"), 0, None, []
        self.rest = b""

    def message(self):
        while b"\0" not in self.rest:
            read = self.back.read1(1 << 16)
            if not read:
                raise SystemExit("Chromium ended")
            self.rest += read
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        wanted = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            wanted["sessionId"] = self.session
        os.write(self.out, json.dumps(wanted).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
            self.said.append(message)

    def wait(self, method):
        while not any(message.get("method") == method for message in self.said):
            self.said.append(self.message())
        self.said = [message for message in self.said if message.get("method") != method]

    def open(self, url):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.go(url)

    def go(self, url):
        self.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired")

    def ask(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        expect("exceptionDetails" not in answer, f"{expression}: {answer.get('exceptionDetails')}")
        return answer["result"].get("value")

    def await_(self, expression):
        """The value of a promise."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        expect("exceptionDetails" not in answer, f"{expression}: {answer.get('exceptionDetails')}")
        return answer["result"].get("value")

    def size(self, width, height, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def scripts(self, run):
        self.call("Emulation.setScriptExecutionDisabled", value=not run)

    def press(self, key, code, text=None):
        more = {"text": text} if text else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)

    def click(self, selector):
        """A click of the mouse in the middle of an element."""
        x, y = self.ask(f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if kind != "mouseMoved" else "none", clickCount=1)

    def screen(self):
        """The text that is seen without scrolling."""
        return " ".join(self.ask(SCREEN).split())

    def settle(self):
        """Until what was asked for is loaded and drawn."""
        self.await_("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))")

    def close(self):
        self.call("Browser.close")
        self.process.wait(timeout=30)

    def shoot(self, path, **more):
        """more: height=480 cuts the picture off below, element="#plot" cuts out an element."""
        clip = {"x": 0, "y": self.ask("scrollY"), "width": 1280, "height": more.get("height")}
        if "element" in more:
            names = ("x", "y", "width", "height")
            self.ask(f"document.querySelector({json.dumps(more['element'])}).scrollIntoView()")
            self.settle()
            clip = dict(zip(names, self.ask(f"(() => {{ const r = document.querySelector({json.dumps(more['element'])}).getBoundingClientRect(); "
                                            "return [r.left + scrollX, r.top + scrollY, r.width, r.height]; })()")))
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", **({"clip": {**clip, "scale": 1}} if more else {}))["data"]))

    def errors(self):
        for message in self.said:
            method, parameters = message.get("method"), message.get("params", {})
            if method == "Runtime.exceptionThrown" or (method == "Log.entryAdded" and parameters["entry"]["level"] == "error") or (
                    method == "Runtime.consoleAPICalled" and parameters["type"] == "error"):
                yield parameters
