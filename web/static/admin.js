// What htmx leaves undone: say one sentence when a request fails, close messages, stop files that are too large.
const said = () => document.getElementById("said");

function show(code) {
  const place = said();
  const box = document.createElement("div");
  box.className = "message bad";
  box.setAttribute("role", "alert");
  const sentence = document.createElement("p");
  sentence.textContent = place.getAttribute(`data-said-${code}`) || place.getAttribute("data-said-other");
  const row = document.createElement("div");
  row.className = "row";
  if (code === 401) {
    const link = document.createElement("a");
    link.href = "/login";
    link.textContent = place.dataset.signIn;
    row.append(link);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.dataset.dismiss = "";
  close.textContent = place.dataset.close;
  row.append(close);
  box.append(sentence, row);
  place.replaceChildren(box);
}

document.addEventListener("htmx:responseError", (event) => show(event.detail.xhr.status));
document.addEventListener("htmx:sendError", () => show("lost"));
document.addEventListener("htmx:timeout", () => show("lost"));
// What is pressed, sent or opened before htmx is ready would come to nothing, or load a page of its own: it waits until then.
const waiting = new Set();
let ready = false;
for (const kind of ["click", "submit"]) {
  document.addEventListener(kind, (event) => {
    const asks = event.target.closest(kind === "submit" ? "form" : "button[type=button]");
    if (ready || !asks?.matches("[hx-get], [hx-post]")) return;
    event.preventDefault();
    waiting.add(() => (kind === "submit" ? asks.requestSubmit(event.submitter) : asks.click()));
  });
}
document.addEventListener("htmx:load", ({ detail }) => {
  const opened = detail.elt.querySelectorAll('details[open][hx-trigger^="toggle"]');
  opened.forEach((box) => box.dispatchEvent(new Event("toggle")));
  ready = true;
  waiting.forEach((press) => press());
  waiting.clear();
});
// What is looked at each second takes no button away that is being pressed: its click would be lost.
let pressed = null;
for (const down of ["pointerdown", "keydown"]) {
  document.addEventListener(down, (event) => { pressed = event.target.closest?.("button"); });
}
for (const up of ["pointerup", "pointercancel", "keyup"]) {
  document.addEventListener(up, () => { pressed = null; });
}
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (pressed && detail.requestConfig.verb === "get" && detail.target.contains(pressed)) detail.shouldSwap = false;
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const input = event.detail.elt.querySelector?.('input[type="file"]');
  const most = Number(said().dataset.mostBytes);
  if (input && [...input.files].some((file) => file.size > most)) {
    event.preventDefault();
    show(413);
  }
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-dismiss]")) said().replaceChildren();
  const emptied = event.target.closest("[data-empty]");
  if (emptied) document.getElementById(emptied.dataset.empty).replaceChildren();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") said().replaceChildren();
});
// Ticks: one box ticks all of its form, buttons wait for the first tick, and an export takes the ticked alone.
const ticked = (form) => [...document.querySelectorAll(`input[name=selected][form="${form}"]`)];
document.addEventListener("change", (event) => {
  const form = event.target.dataset?.all || event.target.getAttribute?.("form");
  if (!form) return;
  if (event.target.dataset.all) ticked(form).forEach((box) => { box.checked = event.target.checked; });
  const any = ticked(form).some((box) => box.checked);
  document.querySelectorAll(`[data-needs="${form}"]`).forEach((button) => { button.disabled = !any; });
});
document.addEventListener("click", (event) => {
  const format = event.target.dataset?.export;
  if (!format) return;
  const asked = new URLSearchParams(new FormData(event.target.form));
  ticked("selection").filter((box) => box.checked).forEach((box) => asked.append("selected", box.value));
  asked.set("format", format);
  location.href = `/admin/export?${asked}`;
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  if (event.target.type === "file") {
    const names = [...event.target.files].map((file) => file.name);
    event.target.form.querySelector("[data-files]").textContent = names.join(", ");
  }
});
