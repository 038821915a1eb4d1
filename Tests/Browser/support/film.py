"""An animated picture of a page. Animations stand still while each frame is taken, so the film has every frame on a slow
machine, too."""

import io
import itertools

from PIL import Image, ImageDraw

#: Milliseconds of a frame.
FRAME = 40
#: Short animations, which end; not spinners, and not the time of a toast.
MOVING = """document.getAnimations().filter((one) => one.timeline === document.timeline && one.playState === 'running'
    && one.effect.getComputedTiming().endTime > 20 && one.effect.getComputedTiming().endTime < 2000)"""
#: Puts these animations at a time, and tells whether one of them goes on after it.
SEEK = f"""((moving, time) => {{
    for (const one of moving) one.currentTime = Math.min(time, one.effect.getComputedTiming().endTime - 1);
    return moving.some((one) => one.effect.getComputedTiming().endTime > time);
}})({MOVING}, TIME)"""


class Film:
    def __init__(self, tab):
        self._tab = tab
        self._protocol = tab.protocol()
        self._protocol.send("Animation.enable")
        self._finger = tab.pointer("touch")
        self._at = None
        self._frames = []

    def hold(self, seconds):
        """Shows the page as it is for some seconds."""
        self._shoot(seconds * 1000)

    def tap(self, selector, moves=True):
        """Touches an element, and shows the motion that follows, if it is in the same document."""
        left, top, width, height = self._tab.box(selector)
        self._touch(left + width / 2, top + height / 2)
        self._shoot(3 * FRAME)
        if moves:
            self.move(self._lift)
        else:
            self._lift()

    def drag(self, selector, by, steps=14):
        """Moves an element along with the finger, lets it go, and shows where it comes to rest."""
        left, top, width, height = self._tab.box(selector)
        start = (left + width / 2, top + height / 2)
        self._touch(*start)
        self._shoot(4 * FRAME)
        for step in range(1, steps + 1):
            self._at = (start[0], start[1] + by * eased(step / steps))
            self._finger.follow([self._at], FRAME / 1000)
            self._shoot(FRAME)
        self._shoot(2 * FRAME)
        self.move(self._lift)

    def scroll_to(self, selector, steps=16):
        """Scrolls an element into the middle of the window, if it is below it."""
        window, (_, top, _, height) = self._tab.evaluate("innerHeight"), self._tab.box(selector)
        way = top + height / 2 - window / 2 if top + height > window else 0
        for step in range(1, steps + 1 if way else 1):
            self._tab.evaluate(f"scrollTo(0, {way * eased(step / steps)})")
            self._shoot(FRAME)

    def move(self, act):
        """Lets something happen, and shows its motion frame by frame."""
        self._protocol.send("Animation.setPlaybackRate", {"playbackRate": 0.0001})
        act()
        self._tab.wait_for(f"{MOVING}.length > 0", "a motion")
        for frame in itertools.count(1):
            goes_on = self._tab.evaluate(SEEK.replace("TIME", str(frame * FRAME)))
            self._shoot(FRAME)
            if not goes_on:
                break
        self._protocol.send("Animation.setPlaybackRate", {"playbackRate": 1})
        self._tab.evaluate(f"void {MOVING}.forEach((one) => one.finish())")

    def save(self, path, quality=58):
        first, *others = [picture for picture, _ in self._frames]
        times = [round(time) for _, time in self._frames]
        first.save(path, save_all=True, append_images=others, duration=times, loop=0, quality=quality, method=4)

    def _touch(self, x, y):
        self._at = (x, y)
        self._finger.down(x, y)

    def _lift(self):
        self._finger.up()
        self._at = None

    def _shoot(self, time):
        with Image.open(io.BytesIO(self._tab.screenshot())) as picture:
            frame = picture.convert("RGB")
        if self._at:
            spot = ImageDraw.Draw(frame, "RGBA")
            x, y = self._at
            spot.ellipse((x - 18, y - 18, x + 18, y + 18), fill=(120, 120, 128, 110), outline=(255, 255, 255, 170), width=2)
        if self._frames and self._frames[-1][0].tobytes() == frame.tobytes():
            self._frames[-1] = (frame, self._frames[-1][1] + time)
        else:
            self._frames.append((frame, time))


def eased(part):
    """The part of a way after a part of its time. It begins and ends slowly."""
    return part * part * (3 - 2 * part)
