"""Sheets follow the finger, the mouse on their grabber, and the trackpad; keys and buttons have the same effects."""

import math

import pytest

from support.layers import (
    TOP, close, drag, dragging, fling, heard, listen, navigate, present, stack, swipe, wait_for_stack, wait_until_gone,
    wait_until_still)
from support.overlay import motion_once

pytestmark = [pytest.mark.holds("C8"), pytest.mark.whole_motion]

#: All running animations, except those of 1 ms, which only notify script.
MOVING = """document.getAnimations().filter(a => a.playState === 'running' && a.timeline === document.timeline
    && a.effect.getComputedTiming().activeDuration > 1)
    .map(a => [a.effect.target.className, a.animationName ?? a.transitionProperty])"""
GALLERY = "/dev/presentations"
PHONE = (390, 844)
#: A window in which the gallery page must scroll.
SMALL = (390, 480)
GRABBER = f"{TOP} .grabber"
#: Milliseconds after which two fingers on a trackpad are considered lifted.
PAUSE = 100


@pytest.fixture
def fingers(engine):
    if engine != "chromium":
        pytest.skip("the driver of this engine has no fingers")


@pytest.fixture(params=["mouse", "touch"])
def kind(request):
    if request.param == "touch":
        request.getfixturevalue("fingers")
    return request.param


#: One kind is enough where the journey is about the effects of a gesture.
BY_TOUCH = pytest.mark.parametrize("kind", ["touch"], indirect=True)


@pytest.fixture
def open_sheet(visit, kind):
    def open_sheet(sample):
        tab = visit(GALLERY, size=PHONE, touch=kind == "touch")
        present(tab, f"#{sample}-link")
        return tab

    return open_sheet


@pytest.mark.every_engine(kind="mouse")
def test_a_quick_swipe_dismisses(open_sheet, kind):
    tab = open_sheet("page-sheet")
    swipe(tab, GRABBER, (0, 300), kind=kind)
    wait_for_stack(tab)
    assert tab.path == GALLERY
    wait_until_gone(tab)


def test_a_long_slow_drag_dismisses(open_sheet, kind):
    tab = open_sheet("page-sheet")
    drag(tab, GRABBER, (0, 520), kind=kind, seconds=0.8)
    wait_for_stack(tab)
    assert tab.path == GALLERY


def test_a_short_slow_drag_settles_back(open_sheet, kind):
    tab = open_sheet("page-sheet")
    before = tab.box(TOP)
    drag(tab, GRABBER, (0, 60), kind=kind, seconds=0.8, slows=True)
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
    assert tab.box(TOP) == before


@pytest.mark.holds("C4", "C8")
def test_the_presenter_grows_back_under_the_finger(open_sheet, kind):
    tab = open_sheet("page-sheet")
    sheet, presenter = tab.box(TOP), tab.box(".presenter")
    with dragging(tab, GRABBER, (0, 200), kind=kind, seconds=0.4):
        tab.wait_for(f"Math.abs(document.querySelector('{TOP}').getBoundingClientRect().y - {sheet[1] + 200}) < 8",
                     "the sheet to follow")
        assert presenter[2] < tab.box(".presenter")[2] < tab.of(".presenter", "e.offsetWidth")
    wait_until_still(tab)


#: The movement of the topmost sheet: its seconds, and its way at 25 equal steps of time.
CURVE = f"""(e => e.getAnimations().filter(a => a.transitionProperty === 'translate').map(a => a.effect.getTiming())
    .map(({{ duration, easing }}) => [duration / 1000, easing.match(/linear\\((.*)\\)/)[1].split(',').map(parseFloat)])[0])"""


def curve(tab):
    return tab.of(".presented", f"{CURVE}(e)")


@BY_TOUCH
@pytest.mark.parametrize("by", [300, -60], ids=["away", "up"])
def test_a_released_sheet_moves_on_as_fast_as_the_finger(open_sheet, kind, by):
    tab = open_sheet("page-sheet" if by > 0 else "medium-and-large")
    tab.evaluate("""void new MutationObserver(() => { window.leaving = document.querySelector('.presented').getBoundingClientRect(); })
        .observe(document.querySelector('.presented'), { attributeFilter: ['style', 'data-leaving', 'data-animated'] })""")
    tab.of(".presented", f"""void e.addEventListener('transitionrun', ({{ propertyName, target }}) => {{
        if (propertyName === 'translate' && target === e) window.curve ??= {CURVE}(e);
        if (propertyName === 'translate' && target === e) window.way ??= e.getAnimations().find(a => a.transitionProperty === 'translate')
            .effect.getKeyframes().map(f => f.translate);
    }})""")
    height = tab.box(TOP)[3]
    drag(tab, GRABBER, (0, by), kind=kind, seconds=0.5)
    tab.wait_for("window.curve", "the sheet to move on")
    seconds, steps = tab.evaluate("curve")
    start, end = (float(way.split()[1].rstrip("px%")) * (height / 100 if way.endswith("%") else 1) for way in tab.evaluate("way"))
    # The slope at the beginning of 1 − (1 + (1 − s)t)e⁻ᵗ, from its first step at t = 10 / 24.
    slope = 1 - ((1 - steps[1]) * math.exp(10 / 24) - 1) / (10 / 24)
    assert slope * 10 / seconds * (end - start) == pytest.approx(by / 0.5, rel=0.3), (start, end)
    wait_until_still(tab)


@pytest.mark.parametrize(("size", "seconds"), [(PHONE, 0.5), ((1280, 800), 0.25)], ids=["phone", "desk"])
def test_a_sheet_comes_to_rest_without_a_jump_and_faster_on_the_desk(visit, size, seconds):
    tab = visit(GALLERY, size=size)
    tab.evaluate(f"""void document.addEventListener('transitionrun', ({{ propertyName, target }}) => {{
        if (propertyName === 'translate' && target.matches('.presented')) window.curve ??= {CURVE}(target);
    }})""")
    present(tab, "#page-sheet-link")
    duration, steps = tab.evaluate("curve")
    ways = [round(after - before, 5) for before, after in zip(steps, steps[1:])]
    slowest = ways[ways.index(max(ways)):]
    assert (duration, slowest) == (seconds, sorted(slowest, reverse=True))
    assert slowest[-1] * tab.box(TOP)[3] < 1, "the last step is less than a pixel"


def test_a_popover_grows_out_of_its_source(visit):
    tab = visit(GALLERY, size=(1280, 800))
    grown = motion_once(tab, TOP, "document.querySelector('#popover-link').click()")
    assert [name for name, _, seconds in grown if seconds == 0.25] == ["opacity", "scale"]
    wait_for_stack(tab, f"{GALLERY}/popover")
    source, box = tab.box("#popover-link"), tab.box(TOP)
    origin = tab.of(TOP, "parseFloat(getComputedStyle(e).transformOrigin.split(' ')[1])")
    assert origin == pytest.approx(0 if box[1] > source[1] else box[3], abs=1)


@BY_TOUCH
def test_a_sheet_that_has_navigated_inside_is_swiped_away_as_a_whole(visit, kind):
    tab = visit(GALLERY, size=PHONE, touch=kind == "touch")
    present(tab, "#library-link")
    navigate(tab, "#record-1-link")
    fling(tab, kind)
    wait_for_stack(tab)
    assert tab.path == GALLERY


@BY_TOUCH
def test_only_the_topmost_sheet_goes(visit, kind):
    tab = visit(f"{GALLERY}/page-sheet/form-sheet", size=PHONE, touch=kind == "touch")
    fling(tab, kind)
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
    assert tab.path == f"{GALLERY}/page-sheet"


@BY_TOUCH
def test_a_drag_upwards_makes_a_sheet_taller_and_down_again(open_sheet, kind):
    tab = open_sheet("medium-and-large")
    half = tab.box(TOP)[3]
    drag(tab, GRABBER, (0, -300), kind=kind, seconds=0.5)
    tab.wait_for(f"document.querySelector('{TOP}').dataset.detent === 'large'")
    wait_until_still(tab)
    assert tab.box(TOP)[3] > half + 200
    assert tab.attribute(GRABBER, "aria-valuetext") == "Full"
    drag(tab, GRABBER, (0, 330), kind=kind, seconds=0.9)
    tab.wait_for(f"document.querySelector('{TOP}').dataset.detent === 'medium'")
    wait_until_still(tab)
    assert abs(tab.box(TOP)[3] - half) <= 1
    assert stack(tab) == [f"{GALLERY}/medium-and-large"]
    fling(tab, kind)
    wait_for_stack(tab)


@BY_TOUCH
def test_a_keyboard_that_closes_does_not_move_a_sheet_under_the_finger(open_sheet, kind):
    tab = open_sheet("medium-and-large")
    with dragging(tab, GRABBER, (0, 60), kind=kind):
        tab.let_it_paint()
        top = tab.box(TOP)[1]
        tab.evaluate("void visualViewport.dispatchEvent(new Event('resize'))")
        assert abs(tab.box(TOP)[1] - top) < 2


#: Elements that page authors put into a sheet, and one without special behaviour.
PARTS = ["canvas", "slider", "marked", "shadow", "reversed", "free"]
PUT = """(page => {
    const parts = Object.fromEntries(%s.map((id) => [id, Object.assign(document.createElement("div"), { id })]));
    for (const part of Object.values(parts)) Object.assign(part.style, { height: "60px", background: "silver" });
    parts.canvas.addEventListener("touchmove", (event) => event.preventDefault());
    Object.assign(parts.slider, { role: "slider" }).style.touchAction = "none";
    parts.marked.dataset.porticoNoDrag = "";
    const scroller = (direction) => {
        const element = document.createElement("div");
        element.append(document.createElement("p"));
        Object.assign(element.style, { height: "60px", overflow: "auto", display: "flex", flexDirection: direction });
        Object.assign(element.firstChild.style, { flex: "none", height: "600px" });
        return element;
    };
    parts.shadow.attachShadow({ mode: "open" }).append(scroller("column"));
    parts.reversed.append(scroller("column-reverse"));
    page.prepend(...Object.values(parts));
    parts.shadow.shadowRoot.firstChild.scrollTop = 500;
})""" % PARTS


@pytest.mark.holds("C8")
def test_a_finger_first_acts_on_the_element_under_it(visit, fingers):
    tab = visit(GALLERY, size=PHONE, touch=True)
    present(tab, "#page-sheet-link")
    tab.of(f"{TOP} .page", f"{PUT}(e)")
    top = tab.box(TOP)[1]
    moves = {}
    for part in PARTS:
        with dragging(tab, f"#{part}", (0, 80), kind="touch"):
            tab.let_it_paint()
            moves[part] = tab.box(TOP)[1] > top
        wait_until_still(tab)
    assert moves == {part: part == "free" for part in PARTS}


def test_a_full_screen_does_not_follow(visit, fingers):
    tab = visit(GALLERY, size=PHONE, touch=True)
    for sample in ("full-screen", "popover-everywhere", "compact-full-screen"):
        present(tab, f"#{sample}-link")
        assert tab.count(f"{TOP} .grabber") == 0 or not tab.of(GRABBER, "e.checkVisibility()")
        before = tab.box(TOP)
        drag(tab, f"{TOP} .bar", (0, 300), kind="touch")
        wait_for_stack(tab, f"{GALLERY}/{sample}")
        assert tab.box(TOP) == before
        close(tab)


def test_the_page_itself_is_dragged_only_from_its_top(visit, fingers):
    tab = visit(GALLERY, size=SMALL, touch=True)
    present(tab, "#page-sheet-link")
    tab.of(TOP, "e.scrollTo(0, 180)")
    tab.of(TOP, "void (e.onscroll = () => { window.rests = false }, e.onscrollend = () => { window.rests = true })")
    # The browser reports the end of the previous scroll in a frame.
    tab.let_it_paint()
    tab.evaluate("window.rests = false")
    drag(tab, TOP, (0, 120), kind="touch", seconds=0.8, slows=True, at=(195, 200))
    # A finger during a scroll only stops it.
    tab.wait_for("window.rests", "the end of the scroll")
    assert stack(tab) == [f"{GALLERY}/page-sheet"]
    assert tab.of(TOP, "e.scrollTop") < 180, "it scrolls instead"
    tab.of(TOP, "e.scrollTo(0, 0)")
    drag(tab, f"{TOP} .page p", (0, 320), kind="touch", seconds=0.2)
    wait_for_stack(tab)


def test_a_quick_scroll_to_the_top_is_no_throw(visit, fingers):
    tab = visit(GALLERY, size=SMALL, touch=True)
    present(tab, "#page-sheet-link")
    tab.of(TOP, "e.scrollTo(0, 60)")
    drag(tab, TOP, (0, 160), kind="touch", seconds=0.15, at=(195, 200))
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
    assert tab.of(TOP, "e.scrollTop") == 0


def test_a_sideways_or_upward_swipe_does_nothing(visit, fingers):
    tab = visit(GALLERY, size=PHONE, touch=True)
    present(tab, "#page-sheet-link")
    for by in ((180, 20), (-180, 20), (0, -200)):
        drag(tab, f"{TOP} .page p", by, kind="touch", seconds=0.2)
        wait_for_stack(tab, f"{GALLERY}/page-sheet")


def test_a_second_finger_ends_nothing(visit, fingers):
    tab = visit(GALLERY, size=PHONE, touch=True)
    present(tab, "#page-sheet-link")
    tab.pointer("touch").pinch((150, 300), (250, 420))
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
    close(tab)


@pytest.mark.every_engine
def test_two_fingers_on_a_trackpad_dismiss(visit):
    tab = visit(GALLERY, size=SMALL)
    present(tab, "#page-sheet-link")
    tab.evaluate("void (window.rolled = [], addEventListener('wheel', () => rolled.push(performance.now()), true))")
    # A pause ends the gesture of two fingers. If a busy machine causes one, the gesture is repeated.
    for _ in range(20):
        wait_until_still(tab)
        tab.wheel(195, 300, -400)
        tab.wait_for("rolled.length === 20", "every step of the fingers")
        if max(tab.evaluate("rolled.splice(0).map((time, n, all) => time - (all[n - 1] ?? time))")) < PAUSE:
            break
    else:
        raise AssertionError("the machine is too busy for two fingers")
    wait_for_stack(tab)
    assert tab.path == GALLERY


def test_two_fingers_that_scroll_back_to_the_top_end_there(visit, engine):
    if engine == "webkit":
        pytest.skip("its driver cannot turn the wheel")
    tab = visit(GALLERY, size=SMALL)
    present(tab, "#page-sheet-link")
    tab.wheel(195, 300, 300)
    tab.wait_for(f"document.querySelector('{TOP}').scrollTop > 100", "the page to scroll")
    tab.wheel(195, 300, -400)
    tab.wait_for(f"document.querySelector('{TOP}').scrollTop === 0", "the page to scroll back")
    wait_until_still(tab)
    assert stack(tab) == [f"{GALLERY}/page-sheet"], "a touch that begins as scrolling ends as scrolling"


def test_two_fingers_that_go_across_drag_nothing(visit, engine):
    if engine == "webkit":
        pytest.skip("its driver cannot turn the wheel")
    tab = visit(GALLERY, size=SMALL)
    present(tab, "#page-sheet-link")
    tab.page.mouse.move(195, 300)
    tab.evaluate("""(() => {
        window.rolled = 0;
        addEventListener("wheel", () => {
            rolled += 1;
        });
    })()""")
    for _ in range(20):
        tab.page.mouse.wheel(-30, -20)
    tab.wait_for("rolled === 20", "every step of the fingers")
    wait_until_still(tab)
    assert stack(tab) == [f"{GALLERY}/page-sheet"]


def test_a_mouse_that_moves_after_the_wheel_takes_no_sheet_along(visit, engine):
    if engine == "webkit":
        pytest.skip("its driver cannot turn the wheel")
    tab = visit(GALLERY, size=(1100, 800))
    present(tab, "#page-sheet-link")
    tab.page.mouse.move(550, 400)
    tab.page.mouse.wheel(0, -16)
    tab.page.mouse.move(553, 403)
    wait_until_still(tab)
    assert stack(tab) == [f"{GALLERY}/page-sheet"]


MOUSE = """type => new PointerEvent(`pointer${type}`,
    { pointerType: "mouse", clientX: 195, clientY, bubbles: true, pointerId: 1 })"""
FINGER = """type => new TouchEvent(`touch${{ down: "start" }[type] ?? type}`,
    { touches: [new Touch({ identifier: 1, target, clientX: 195, clientY })], bubbles: true, cancelable: true })"""


def test_a_gesture_that_the_browser_cancels_dismisses_nothing(visit, kind):
    event = FINGER if kind == "touch" else MOUSE
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#page-sheet-link")
    tab.of(GRABBER, f"""((target) => {{
        target.setPointerCapture = () => {{}};
        let clientY = 150;
        for (const type of ["down", "move", "move", "cancel"]) {{
            clientY += 150;
            target.dispatchEvent(({event})(type));
        }}
    }})(e)""")
    tab.let_it_paint()
    wait_until_still(tab)
    assert stack(tab) == [f"{GALLERY}/page-sheet"]
    assert tab.of(TOP, "e.style.translate") == ""


def test_the_handle_is_a_slider_for_the_keyboard(visit):
    tab = visit(GALLERY, size=PHONE)
    listen(tab)
    present(tab, "#medium-and-large-link")
    half = tab.box(TOP)[3]
    assert [tab.attribute(GRABBER, name) for name in ("role", "aria-valuemin", "aria-valuemax", "aria-valuenow")] \
        == ["slider", "0", "1", "0"]
    assert tab.box(GRABBER)[3] >= 44
    tab.of(GRABBER, "e.focus()")
    tab.press("ArrowUp")
    wait_until_still(tab)
    assert (tab.attribute(GRABBER, "aria-valuenow"), tab.attribute(GRABBER, "aria-valuetext")) == ("1", "Full")
    assert tab.box(TOP)[3] > half
    tab.press("ArrowUp")
    assert tab.attribute(GRABBER, "aria-valuenow") == "1"
    for key, value in (("Home", "0"), ("Home", "0"), ("End", "1")):
        tab.press(key)
        wait_until_still(tab)
        assert tab.attribute(GRABBER, "aria-valuenow") == value
    tab.press("ArrowDown")
    wait_until_still(tab)
    assert (tab.attribute(GRABBER, "aria-valuetext"), tab.box(TOP)[3]) == ("Half", half)
    tab.press("ArrowDown")
    wait_for_stack(tab)
    assert [line.split()[0] for line in heard(tab)] == ["should-dismiss", "will-dismiss", "did-dismiss"]


def test_a_step_of_the_handle_begins_at_the_visible_position(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#medium-and-large-link")
    wait_until_still(tab)
    begin, turned, after = tab.of(TOP, """(async (sheet) => {
        const top = () => sheet.getBoundingClientRect().top;
        const press = (key) => sheet.querySelector(".grabber").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        const begin = top();
        press("ArrowUp");
        while (top() > begin - 20) await new Promise(requestAnimationFrame);
        const turned = top();
        press("ArrowDown");
        return [begin, turned, top()];
    })(e)""")
    assert begin > turned
    assert after == pytest.approx(turned, abs=1)
    wait_until_still(tab)
    assert tab.of(TOP, "e.getBoundingClientRect().top") == pytest.approx(begin, abs=1)


def test_a_click_on_the_handle_steps_through_the_heights(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#fraction-link")
    low = tab.box(TOP)[3]
    for text, higher in (("75 percent", True), ("35 percent", False)):
        tab.click(GRABBER)
        wait_until_still(tab)
        assert tab.attribute(GRABBER, "aria-valuetext") == text
        assert (tab.box(TOP)[3] > low + 100) == higher


def test_with_less_motion_a_swipe_ends_at_once(visit):
    tab = visit(GALLERY, size=PHONE, less_motion=True)
    present(tab, "#page-sheet-link")
    drag(tab, GRABBER, (0, 60), seconds=0.5, slows=True)
    assert tab.evaluate(MOVING) == []
    # A person does not grab an element that is moving away.
    wait_until_still(tab)
    fling(tab)
    wait_for_stack(tab)


def test_a_throw_of_which_the_browser_tells_but_one_move_dismisses(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#page-sheet-link")
    tab.of(GRABBER, f"""((target) => {{
        target.setPointerCapture = () => {{}};
        let clientY = 300;
        for (const type of ["down", "move", "up"]) {{
            const event = ({MOUSE})(type);
            Object.defineProperty(event, "timeStamp", {{ value: performance.now() + clientY - 300 }});
            target.dispatchEvent(event);
            clientY = 380;
        }}
    }})(e)""")
    wait_for_stack(tab)


def test_a_sheet_that_still_settles_follows_the_next_drag_at_once(visit):
    tab = visit(GALLERY, size=PHONE)
    present(tab, "#page-sheet-link")
    begin, taken, moved = tab.of(GRABBER, f"""(async (target) => {{
        target.setPointerCapture = () => {{}};
        const sheet = target.parentElement;
        const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        let clientY = 150;
        let time = performance.now();
        const tell = (type, by = 0) => {{
            clientY += by;
            const event = ({MOUSE})(type);
            Object.defineProperty(event, "timeStamp", {{ value: time += 500 }});
            target.dispatchEvent(event);
        }};
        const begin = sheet.getBoundingClientRect().top;
        for (const [type, by] of [["down"], ["move", 60], ["up"], ["down"], ["move", 60]]) tell(type, by);
        await painted();
        const taken = sheet.getBoundingClientRect().top;
        tell("move", 100);
        await painted();
        return [begin, taken, sheet.getBoundingClientRect().top];
    }})(e)""")
    assert taken > begin
    assert moved == pytest.approx(taken + 100, abs=1)


def test_a_finger_that_selects_takes_no_sheet_along(visit, fingers):
    tab = visit(GALLERY, size=PHONE, touch=True)
    present(tab, "#page-sheet-link")
    tab.of(f"{TOP} .page p", "getSelection().selectAllChildren(e)")
    drag(tab, f"{TOP} .page p", (0, 320), kind="touch", seconds=0.2)
    wait_for_stack(tab, f"{GALLERY}/page-sheet")
