"""A lab in a page, as tests of all labs use it."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.learner import Learner

# The order of attributes says nothing, and marks on cells come and go.
SNAPSHOT = """
(lab) => {
  window.dispatchEvent(new Event("beforeprint"));
  return [...lab.querySelectorAll("[data-part=controls] *, [data-part=tables] *")].map((one) => {
    const fleeting = ["data-lit", "data-changed", "tabindex", "aria-describedby", "aria-invalid"];
    const named = [...one.attributes].filter(({ name, value }) => !fleeting.includes(name) && value !== "");
    const text = one.childElementCount ? "" : one.textContent;
    const attributes = named.map(({ name, value }) => `${name}=${value}`).sort();
    return [one.localName, ...attributes, one.checked, one.value, text].join(" ");
  });
}
"""


class LabPage:
    """One lab of a learner's page, alive."""

    def __init__(self, learner: Learner, id: str) -> None:
        self.learner, self.page = learner, learner.page
        self.lab = learner.page.locator(f"#lab-{id}")
        expect(self.lab.locator("[data-tools]")).to_be_visible()

    def cell(self, table: str, row: int, column: int) -> Locator:
        """A cell of a table."""
        return self.lab.locator(f'[data-table="{table}"] [data-cell="{row},{column}"]')

    def settle(self) -> None:
        """Has the steps off the screen drawn, which otherwise wait until the lab is left alone."""
        self.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")

    def text(self, table: str, row: int, column: int) -> str:
        """What stands in a cell."""
        self.settle()
        cell = self.cell(table, row, column)
        field = cell.locator("input")
        return field.input_value() if field.count() else cell.locator(".cell").text_content() or ""

    def numbers(self, table: str) -> list[list[str]]:
        """Everything that stands in a table, row by row."""
        self.settle()
        rows = self.lab.locator(f'[data-table="{table}"] tbody tr').all()
        return [row.locator(".cell").all_text_contents() for row in rows]

    @property
    def story(self) -> Locator:
        """The line on the cell that is looked at."""
        return self.lab.locator('[data-part="story"]')

    @property
    def said(self) -> Locator:
        """What a screen reader is told of the last change."""
        return self.lab.locator("[data-said]")

    @property
    def notice(self) -> Locator:
        """What the lab refuses or could not read."""
        return self.lab.locator("[data-notice]")

    def tool(self, name: str) -> Locator:
        """Undo, Redo, Reset, Copy link to this state, Open in editor."""
        return self.lab.get_by_role("button", name=name, exact=True)

    def setting(self, field: str) -> Locator:
        """The control of one of its settings."""
        return self.lab.locator(f'[data-field="{field}"]')

    def html(self) -> list[str]:
        """Its controls and tables as they are now, without what only tells what is looked at."""
        return self.lab.evaluate(SNAPSHOT)  # type: ignore[no-any-return]

    def focused_cell(self) -> str:
        """The table and the place of the cell that has the focus."""
        return self.page.evaluate(  # type: ignore[no-any-return]
            """() => {
              const cell = document.activeElement.closest("[data-cell]");
              return cell ? `${cell.closest("[data-table]").dataset.table} ${cell.dataset.cell}` : "";
            }"""
        )
