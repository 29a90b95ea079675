// A click on a heading sorts its table by that column; another click turns the order round. Empty cells stay last.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const order = head.ariaSort === "ascending" ? "descending" : "ascending";
      for (const other of heads) other.ariaSort = other === head ? order : "none";
      sort(table.tBodies[0], column, order === "ascending" ? 1 : -1);
    });
  });
}

// The parts of the times are folded away until they are asked for; without a script every column is there.
for (const table of document.querySelectorAll(".in-short")) {
  const button = table.querySelector(".every-column");
  const show = (every) => {
    table.classList.toggle("folded", !every);
    button.setAttribute("aria-pressed", every);
  };
  button.addEventListener("click", () => show(table.classList.contains("folded")));
  button.hidden = false;
  show(false);
}

function sort(body, column, sign) {
  const words = new Intl.Collator("en", { numeric: true });
  const rows = [...body.rows].map((row) => {
    const cell = row.cells[column];
    const value = cell.dataset.value;
    return { row, text: cell.textContent, value: value === undefined ? NaN : Number(value) };
  });
  rows.sort((one, other) => {
    const empty = (one.text === "") - (other.text === "");
    if (empty) return empty;
    const unmeasured = Number.isNaN(one.value) - Number.isNaN(other.value);
    if (unmeasured) return unmeasured;
    const difference = Number.isNaN(one.value) ? words.compare(one.text, other.text) : one.value - other.value;
    return sign * difference;
  });
  body.append(...rows.map(({ row }) => row));
}
