// Parts turn from the start to the answer. Time runs from 0, the start, to the number of moves; at 2.5 the third
// move is half done. Everything on the page is a function of that one number.
const HOLD = 450; // milliseconds of rest between two moves
const STILL = 900; // milliseconds for each move where nothing is to glide

for (const player of document.querySelectorAll("[data-motion]")) prepare(player);

function prepare(player) {
  const moves = JSON.parse(player.dataset.motion);
  const rotors = new Map([...player.querySelectorAll(".rotor")].map((part) => [Number(part.dataset.rotor), part]));
  const moments = [...player.querySelectorAll("[data-after]")];
  const items = [...player.querySelectorAll(".moves li")];
  const controls = player.querySelector(".controls");
  const slider = controls.querySelector("input");
  const place = controls.querySelector(".place");
  const said = player.querySelector(".said");
  const button = (act) => controls.querySelector(`[data-act=${act}]`);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const end = moves.length;
  let at = 0, goal = 0, playing = false, resting = 0, before = null, frame = null;

  function show() {
    const angles = new Map([...rotors.keys()].map((rotor) => [rotor, 0]));
    moves.forEach((move, k) => {
      angles.set(move.rotor, angles.get(move.rotor) + move.degrees * ease(Math.min(1, Math.max(0, at - k))));
    });
    for (const [rotor, angle] of angles) rotors.get(rotor).style.setProperty("--turn", `${angle}deg`);
    const done = Math.floor(at), moving = at !== done;
    for (const moment of moments) moment.style.display = Number(moment.dataset.after) === done ? "" : "none";
    const current = Math.ceil(at) - 1;
    items.forEach((item, k) => {
      item.classList.toggle("done", k < done);
      if (k === current) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    player.classList.toggle("moving", moving);
    player.classList.toggle("playing", playing);
    player.dataset.at = at;
    slider.value = at;
    slider.setAttribute("aria-valuetext", done === 0 ? "start" : moves[done - 1].outcome);
    place.textContent = `${moving ? Math.max(1, Math.ceil(at)) : done} / ${end}`;
    button("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    button("first").disabled = button("back").disabled = at === 0;
    button("last").disabled = button("forward").disabled = at === end;
    const words = moving ? moves[done].sentence : done === 0 ? player.dataset.start : moves[done - 1].outcome;
    if (said.textContent !== words) said.textContent = words; // only news are read aloud
  }

  function tick(now) {
    const passed = before === null ? 0 : now - before;
    before = now;
    frame = null;
    if (resting > 0) resting -= passed;
    else advance(passed);
    if (at === goal) playing = false;
    else frame = requestAnimationFrame(tick);
    show();
  }

  function advance(passed) {
    const forward = goal > at;
    const stop = forward ? Math.floor(at) + 1 : Math.ceil(at) - 1; // where this move is through
    const span = still.matches ? 1 : 450 + 6 * Math.abs(moves[Math.min(stop, forward ? stop - 1 : stop)].degrees);
    const next = still.matches ? stop : at + (forward ? 1 : -1) * passed / span;
    if (forward ? next >= stop : next <= stop) {
      at = stop;
      resting = still.matches ? STILL : HOLD;
    } else {
      at = next;
    }
  }

  function go(to) {
    goal = Math.min(end, Math.max(0, to));
    resting = 0;
    before = null;
    if (frame === null && at !== goal) frame = requestAnimationFrame(tick);
    show();
  }

  function jump(to) {
    playing = false;
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
    at = goal = Math.min(end, Math.max(0, to));
    show();
  }

  function step(way) {
    // From where the parts are, or from where they are on their way to when the button is pressed again.
    const from = !playing && (goal - at) * way > 0 ? goal : at;
    const to = way > 0 ? Math.floor(from) + 1 : Math.ceil(from) - 1;
    playing = false;
    if (still.matches) jump(to);
    else go(to);
  }

  function play() {
    if (playing) {
      jump(at);
    } else {
      if (at === end) at = 0;
      playing = true;
      go(end);
    }
  }

  const acts = { first: () => jump(0), back: () => step(-1), play, forward: () => step(1), last: () => jump(end) };
  for (const act of Object.keys(acts)) button(act).addEventListener("click", acts[act]);
  slider.addEventListener("input", () => jump(Number(slider.value)));
  items.forEach((item, k) => item.querySelector("button").addEventListener("click", () => jump(k + 1)));
  document.addEventListener("keydown", (event) => {
    const act = { ArrowLeft: "back", ArrowRight: "forward" }[event.key];
    const busy = event.target.closest("pre"); // what scrolls sideways
    if (!act || busy || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    acts[act]();
  });
  addEventListener("beforeprint", () => jump(end)); // paper shows the answer
  controls.hidden = false;
  show();
}

function ease(part) {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}
