// What every page does: copy a command line, and show on paper what is folded on the screen but belongs there.
const unfolded = [];
addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details[data-on-paper]:not([open])")) {
    folded.open = true;
    unfolded.push(folded);
  }
});
addEventListener("afterprint", () => {
  for (const folded of unfolded.splice(0)) folded.open = false;
});

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = document.getElementById(button.dataset.copy).textContent;
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed";
      }
      setTimeout(() => { button.textContent = label; }, 1500);
    });
  }
}
