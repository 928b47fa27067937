"""Takes the pictures of docs/answers.md from a running demo: `python -m tests.pictures http://localhost:8000`.

The demo's data end with today, so figures in the pictures move with the day they are taken on. No model is
needed; without one the words are those that are computed.
"""

import argparse
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parent.parent / "docs" / "images"
WIDTH, PHONE = 900, 390
MOST_HIGH = 1100  # of a table the first rows tell enough
ROOM = 12  # around what is shown
SETTLED_MS = 1500  # a chart is drawn some time after its answer has come
# The page scrolls a part of itself; a picture of the whole answer wants it all on one page.
UNSCROLLED = """() => document.querySelectorAll('*').forEach((one) => {
  const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowY)
  if (scrolls && one.scrollHeight > one.clientHeight + 5 && one.querySelector('[data-step-type]'))
    Object.assign(one.style, { overflow: 'visible', height: 'auto', maxHeight: 'none' })
})"""


@dataclass(frozen=True)
class Picture:
    """One answer as a page shows it."""

    name: str
    question: str
    locale: Literal["zh-CN", "en-US"] = "zh-CN"
    scheme: Literal["light", "dark"] = "light"
    width: int = WIDTH


PICTURES = (
    Picture("figure", "上个月营业额是多少"),
    Picture("months", "Monthly revenue this year", "en-US"),
    Picture("ranking", "上个月营业额最高的5个服务区"),
    Picture("share", "上个月各业态营业额占比"),
    Picture("target", "哪些分公司落后于目标"),
    Picture("comparison", "Revenue by branch in October compared with last year", "en-US", "dark"),
    Picture("why-en", "Why did revenue rise in October?", "en-US"),
    Picture("why-zh", "为什么10月营业额涨了"),
    Picture("briefing", "最近生意怎么样"),
    Picture("anomaly", "今年有没有异常", scheme="dark"),
    Picture("forecast", "下个月营业额大概多少"),
    Picture("verdict", "这个月能完成目标吗", width=PHONE),
    Picture("decline", "What was our profit last month?", "en-US"),
    Picture("ask-back", "为什么投诉变了"),
)


def main() -> None:
    """Take all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--user", default="admin")
    parser.add_argument("--password", default="wenshu-demo")
    given = parser.parse_args()
    with sync_playwright() as playwright:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for picture in PICTURES:
            if not given.names or picture.name in given.names:
                size = take(picture, browser, given.address, given.user, given.password)
                print(f"{picture.name}.png {size / 1024:.0f} kB")
        browser.close()


def take(picture: Picture, browser: Browser, address: str, user: str, password: str) -> int:
    """Ask a picture's question in a new conversation, write what is shown, and return its bytes."""
    context = browser.new_context(
        locale=picture.locale, viewport={"width": picture.width, "height": 900}, color_scheme=picture.scheme
    )
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.request.post(f"{address}/login", form={"username": user, "password": password})
    page.goto(address)
    page.wait_for_selector("#starters button:not([disabled])")
    page.click("#chat-input")
    page.keyboard.insert_text(picture.question)
    page.click("#chat-submit:not([disabled])")
    page.locator(".negative-feedback-off").first.wait_for()
    page.wait_for_timeout(SETTLED_MS)
    content = _whole(page, picture.width)
    context.close()
    (FOLDER / f"{picture.name}.png").write_bytes(content)
    return len(content)


def _whole(page: Page, width: int) -> bytes:
    """Return a picture from the question to the end of its answer."""
    page.evaluate(UNSCROLLED)
    page.set_viewport_size({"width": width, "height": 4000})
    page.wait_for_timeout(SETTLED_MS)
    page.add_style_tag(content="#message-composer, .watermark { visibility: hidden }")
    boxes = [one.bounding_box() for one in page.locator("[data-step-type]").all()]
    seen = [box for box in boxes if box and box["height"]]
    left = max(0, min(box["x"] for box in seen) - ROOM)
    right = min(width, max(box["x"] + box["width"] for box in seen) + ROOM)
    top = max(0, min(box["y"] for box in seen) - ROOM)
    bottom = max(box["y"] + box["height"] for box in seen)
    high = min(bottom - top, MOST_HIGH)
    return page.screenshot(clip={"x": left, "y": top, "width": right - left, "height": high})


if __name__ == "__main__":
    main()
