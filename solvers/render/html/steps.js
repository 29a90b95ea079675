// Goes from step to step: the picture of the moment, the step lit in the list, its reason open.
const PACE = 1400; // milliseconds for each step while playing
const ON_PAPER = 12; // so many pictures among the steps

for (const player of document.querySelectorAll("[data-steps]")) prepare(player);

function prepare(player) {
  const pictures = unpack(JSON.parse(player.querySelector(".pictures").textContent));
  const end = Number(player.dataset.steps);
  const board = player.querySelector(".board");
  const list = player.querySelector(".steps");
  const items = [...player.querySelectorAll(".steps li")];
  const said = player.querySelector(".said");
  const controls = player.querySelector(".controls");
  const slider = controls.querySelector("input");
  const place = controls.querySelector(".place");
  const button = (act) => controls.querySelector(`[data-act=${act}]`);
  let at = 0, timer = null;

  function show() {
    if (pictures.length) {
      const left = board.scrollLeft;
      board.innerHTML = pictures[at];
      board.scrollLeft = left;
      follow(board.querySelector("rect.lit"));
    }
    items.forEach((item, k) => {
      if (k === at - 1) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const item = items[at - 1];
    const [fact, technique] = item ? [...item.querySelectorAll(".fact, .technique")].map((part) => part.textContent) : [];
    said.textContent = item ? `${fact}, ${technique}.` : player.dataset.start;
    if (list) list.scrollTop = item ? item.offsetTop - list.offsetTop - list.clientHeight / 4 : 0;
    slider.value = at;
    slider.setAttribute("aria-valuetext", said.textContent);
    place.textContent = `${at} / ${end}`;
    player.dataset.at = at;
    player.classList.toggle("playing", timer !== null);
    button("play").setAttribute("aria-label", timer === null ? "Play" : "Pause");
    button("first").disabled = button("back").disabled = at === 0;
    button("last").disabled = button("forward").disabled = at === end;
    button("play").disabled = end === 0;
  }

  // Where a picture is wider than its place, what is new is brought into sight.
  function follow(lit) {
    if (!lit) return;
    const place = board.getBoundingClientRect(), cell = lit.getBoundingClientRect();
    if (cell.left < place.left || cell.right > place.right) {
      board.scrollLeft += cell.left - place.left - (place.width - cell.width) / 2;
    }
  }

  function go(to) {
    clearInterval(timer);
    timer = null;
    at = Math.min(end, Math.max(0, to));
    show();
  }

  function play() {
    if (timer !== null) {
      go(at);
      return;
    }
    const from = at === end ? 0 : at + 1;
    go(from);
    if (at < end) timer = setInterval(next, PACE);
    show();
  }

  function next() {
    at += 1;
    if (at === end) {
      clearInterval(timer);
      timer = null;
    }
    show();
  }

  const acts = { first: () => go(0), back: () => go(at - 1), play, forward: () => go(at + 1), last: () => go(end) };
  for (const act of Object.keys(acts)) button(act).addEventListener("click", acts[act]);
  slider.step = 1;
  slider.addEventListener("input", () => go(Number(slider.value)));
  items.forEach((item, k) => item.querySelector("button").addEventListener("click", () => go(k + 1)));
  document.addEventListener("keydown", (event) => {
    const act = { ArrowLeft: "back", ArrowRight: "forward" }[event.key];
    const busy = event.target.closest("pre, .sideways"); // what scrolls sideways
    if (!act || busy || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    acts[act]();
  });
  player.classList.add("live");
  addEventListener("beforeprint", () => { // paper has every reason, and pictures on the way
    player.classList.remove("live");
    if (player.querySelector(".on-paper")) return;
    const apart = Math.ceil(end / ON_PAPER);
    for (let step = end; pictures.length && step > 0; step -= apart) {
      const shown = document.createElement("figure");
      shown.className = "on-paper";
      shown.innerHTML = `${pictures[step]}<figcaption>after ${slider.getAttribute("aria-label").toLowerCase()} ${step}</figcaption>`;
      items[step - 1].append(shown);
    }
  });
  addEventListener("afterprint", () => {
    player.classList.add("live");
    for (const shown of player.querySelectorAll(".on-paper")) shown.remove();
  });
  controls.hidden = false;
  show();
}

// The counterpart of flipbook.py: a number is a line, [start, count] are lines of the picture before.
function unpack({ lines, frames }) {
  let before = [];
  return frames.map((frame) => {
    before = frame.flatMap((part) => (Array.isArray(part) ? before.slice(part[0], part[0] + part[1]) : [part]));
    return before.map((line) => lines[line]).join("\n");
  });
}
