"""Runs a PulseAudio server whose sink consumes sound in real time and plays nothing, and records that sound."""

import os
import subprocess
import tempfile
import threading
import time
from array import array
from contextlib import contextmanager
from pathlib import Path

RATE = 48_000
# The bytes of a frame of two channels of 32-bit floats.
FRAME_BYTES = 8


@contextmanager
def sound_server(rate: int = RATE):
    """A context with a new server, whose one sink has frames of FRAME_BYTES at a rate. Gives the environment variables for its
    clients."""
    with tempfile.TemporaryDirectory() as folder:
        socket = Path(folder) / "socket"
        script = Path(folder) / "server.pa"
        script.write_text(
            f"load-module module-native-protocol-unix auth-anonymous=1 socket={socket}\n"
            f"load-module module-null-sink sink_name=bench format=float32le rate={rate} channels=2 norewinds=1\n"
            "set-default-sink bench\n")
        variables = {**os.environ, "PULSE_SERVER": f"unix:{socket}", "PULSE_RUNTIME_PATH": folder,
                     "PULSE_STATE_PATH": folder, "PULSE_COOKIE": f"{folder}/cookie", "XDG_RUNTIME_DIR": folder,
                     "AVWRITE_SOUND": f"pulse:unix:{socket}"}
        server = subprocess.Popen(
            ["pulseaudio", "-n", "-F", str(script), "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"],
            env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 60
            while not socket.exists():
                if server.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit("pulseaudio did not start")
                time.sleep(0.02)
            yield variables
        finally:
            server.kill()
            server.wait()


class Recording:
    """The frames that a sink would have played, and the time at which each stretch of them came.

    The sink makes a stretch when the one before has been played, so that the first frame is heard at that time.
    """

    def __init__(self, rate: int) -> None:
        self.rate = rate
        self.data = bytearray()
        # For each stretch, the host time in ns at which its bytes came, and the number of bytes before them.
        self.stretches: list[tuple[int, int]] = []
        self.grown = threading.Condition()

    def read(self, descriptor: int) -> None:
        while block := os.read(descriptor, 1 << 16):
            now = time.monotonic_ns()
            with self.grown:
                self.stretches.append((now, len(self.data)))
                self.data += block
                self.grown.notify_all()

    def wait(self, seconds: float) -> None:
        """Waits until this number of seconds more has been recorded."""
        with self.grown:
            wanted = len(self.data) + seconds * self.rate * FRAME_BYTES
            if not self.grown.wait_for(lambda: len(self.data) >= wanted, timeout=60):
                raise SystemExit("the sink of the sound server has stopped")

    def samples(self) -> array:
        """The recorded samples, with the channels interleaved."""
        whole = array("f")
        whole.frombytes(self.data[:len(self.data) // FRAME_BYTES * FRAME_BYTES])
        return whole


@contextmanager
def recording(variables: dict, rate: int = RATE):
    """A context that records what the server's sink would play, from before its body until the sound of the body has been
    recorded."""
    recorder = subprocess.Popen(
        ["parec", "-d", "bench.monitor", "--format=float32le", f"--rate={rate}", "--channels=2", "--raw",
         "--latency-msec=1"], env=variables, stdout=subprocess.PIPE)
    made = Recording(rate)
    listener = threading.Thread(target=made.read, args=(recorder.stdout.fileno(),))
    listener.start()
    try:
        made.wait(0.1)
        yield made
        made.wait(0.2)
    finally:
        recorder.kill()
        recorder.wait()
        listener.join()
