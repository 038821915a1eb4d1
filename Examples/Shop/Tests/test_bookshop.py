from portico_testing import downloading, wait_for_sheet, wait_for_toast


def test_a_book_is_edited_in_a_sheet(visit):
    page, other = visit("/"), visit("/", "grace")
    page.click("#book-1 a")
    sheet = wait_for_sheet(page, "/books/1")
    sheet.get_by_label("In stock").fill("7")
    sheet.get_by_role("button", name="Save").click()
    wait_for_toast(page, "Emma is saved")
    sheet.wait_for(state="detached")
    other.locator("#book-1", has_text="7 copies").wait_for()


def test_the_report_is_downloaded(visit):
    page = visit("/", "grace")
    with downloading(page) as files:
        page.click("#report")
    assert files[0].read_text().startswith("1,")
    wait_for_toast(page, "Ready: The report")
