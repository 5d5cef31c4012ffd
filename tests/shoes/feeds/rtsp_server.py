# mypy: ignore-errors
# It runs in the Python of Debian, whose gi the checks do not see.
"""GStreamer's RTSP server with a few streams, as a process of Debian's Python; it ends with its standard input.

Films are shown in real time, again and again, as if `began` (the monotonic clock) had been their first second: a server
that was killed and started again shows what would be on the table by then.
"""

import argparse
import sys
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

FRAMES = "appsrc name=frames is-live=true do-timestamp=true format=time block=false"
PAYLOADS = {"video/x-h264": "rtph264pay", "video/x-h265": "rtph265pay", "video/mpeg": "rtpmp4vpay"}
DRAWN = "videotestsrc is-live=true pattern=ball ! video/x-raw,width=320,height=240,format=I420,framerate=25/2"
MJPEG, UNKNOWN = f"{DRAWN} ! jpegenc ! rtpjpegpay", f"{DRAWN} ! videoconvert ! video/x-raw,format=Y41B ! rtpvrawpay"
SOUND = "audiotestsrc is-live=true ! audio/x-raw,rate=8000,channels=1 ! audioconvert ! rtpL16pay"
ROLE = "camera"


@dataclass(frozen=True)
class Frame:
    seconds: float
    coded: bytes
    is_whole: bool
    """It needs no other frame."""


class Film:
    """The coded frames of a file."""

    def __init__(self, path: Path) -> None:
        samples = self._samples(path)
        self.caps = samples[0].get_caps()
        self.payload = PAYLOADS[self.caps.get_structure(0).get_name()]
        self._frames = [_frame(sample.get_buffer()) for sample in samples]
        self._lasts_s = len(self._frames) * self._frames[-1].seconds / (len(self._frames) - 1)

    def frame(self, number: int) -> Frame:
        loop, nth = divmod(number, len(self._frames))
        frame = self._frames[nth]
        return replace(frame, seconds=loop * self._lasts_s + frame.seconds)

    def first_at(self, seconds: float) -> int:
        """The last whole frame until then."""
        number = int(max(0.0, seconds) / self._lasts_s * len(self._frames))
        while not self.frame(number).is_whole:
            number -= 1
        return number

    @staticmethod
    def _samples(path: Path) -> list[Gst.Sample]:
        pipeline = Gst.parse_launch(f'filesrc location="{path}" ! qtdemux ! appsink name=all sync=false')
        pipeline.set_state(Gst.State.PLAYING)
        samples = list(iter(lambda: pipeline.get_by_name("all").emit("pull-sample"), None))
        pipeline.set_state(Gst.State.NULL)
        return samples


def _frame(buffer: Gst.Buffer) -> Frame:
    coded = buffer.extract_dup(0, buffer.get_size())
    return Frame(buffer.pts / Gst.SECOND, coded, not buffer.has_flags(Gst.BufferFlags.DELTA_UNIT))


class FilmFactory(GstRtspServer.RTSPMediaFactory):
    """One film for all who ask; where it `stops`, nothing follows its first frame."""

    def __init__(self, path: Path, began: float, *, stops: bool = False) -> None:
        super().__init__()
        self._film, self._began, self._stops = Film(path), began, stops
        self.set_launch(f"( {FRAMES} ! {self._film.payload} name=pay0 pt=96 )")

    def do_configure(self, media: GstRtspServer.RTSPMedia) -> None:
        source = media.get_element().get_by_name("frames")
        source.set_property("caps", self._film.caps)
        over = threading.Event()
        media.connect("unprepared", lambda _media: over.set())
        threading.Thread(target=self._show, args=(source, over), daemon=True).start()

    def _show(self, source: Gst.Element, over: threading.Event) -> None:
        number = self._film.first_at(time.monotonic() - self._began)
        while not over.is_set():
            frame = self._film.frame(number)
            over.wait(max(0.0, self._began + frame.seconds - time.monotonic()))
            source.emit("push-buffer", Gst.Buffer.new_wrapped(frame.coded))
            number += 1
            if self._stops:
                over.wait()


def launched(line: str) -> GstRtspServer.RTSPMediaFactory:
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(f"( {line} name=pay0 pt=96 )")
    return factory


def guarded(login: str, method: GstRtsp.RTSPAuthMethod) -> GstRtspServer.RTSPAuth:
    """Lets nobody in but who knows the login."""
    auth, token = GstRtspServer.RTSPAuth(), GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", ROLE)
    auth.set_supported_methods(method)
    user, _colon, password = login.partition(":")
    if method == GstRtsp.RTSPAuthMethod.DIGEST:
        auth.add_digest(user, password, token)
    else:
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(user, password), token)
    return auth


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("port")
    parser.add_argument("--film", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--began", type=float, default=time.monotonic())
    parser.add_argument("--login", default="")
    parser.add_argument("--method", choices=("BASIC", "DIGEST"), default="DIGEST")
    asked = parser.parse_args()
    Gst.init(None)
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(asked.port)
    server.get_thread_pool().set_max_threads(8)
    streams = {"mjpeg": launched(MJPEG), "unknown": launched(UNKNOWN), "sound": launched(SOUND)}
    for name, path in (film.split("=", 1) for film in asked.film):
        streams[name] = FilmFactory(Path(path), asked.began)
        streams[f"{name}-stops"] = FilmFactory(Path(path), asked.began, stops=True)
    if asked.login:
        server.set_auth(guarded(asked.login, getattr(GstRtsp.RTSPAuthMethod, asked.method)))
    for name, factory in streams.items():
        factory.set_shared(True)
        factory.add_role_from_structure(
            Gst.Structure.new_from_string(
                f"{ROLE}, media.factory.access=(boolean)true, media.factory.construct=(boolean)true"
            )
        )
        server.get_mount_points().add_factory(f"/{name}", factory)
    server.attach(None)
    loop = GLib.MainLoop()
    threading.Thread(target=lambda: (sys.stdin.read(), loop.quit()), daemon=True).start()
    print("ready", flush=True)
    loop.run()


if __name__ == "__main__":
    main()
