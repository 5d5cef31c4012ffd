// The calibration page. Four marks and the areas of a table are dragged over the camera's picture, by pointer or keys.
// What is drawn is one value, `drawn`, in the form of `calibration/1`; the textarea `body` always holds it, and is what is sent.

const byId = (id) => document.getElementById(id);
const told = (id) => JSON.parse(byId(id).textContent);
const words = told("words");
const layouts = told("layouts");
const places = JSON.parse(words.places);
const whereOf = words.marks.split("|");
const [stage, picture, drawing, handles, loupe, body] = ["stage", "picture", "drawing", "handles", "loupe", "body"].map(byId);
const SVG = "http://www.w3.org/2000/svg";
const EVERY_MS = 1000; // a newer picture is asked for so often
const STEP = { mark: 1, area: 5, corner: 5 }; // px for a mark, mm for an area; ten or five times that with Shift
const LOUPE_PX = 44; // of the picture, on a side

const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_all, name) => values[name]);
const round = (number) => Math.round(number * 10) / 10;
const placeName = (place) => places[place] ?? fill(words.box, { place });

// ---- a homography through four points -------------------------------------------------------------------------------

// The matrix, row by row, that takes each of `from` to its of `to`; null where they do not span a plane.
function homography(from, to) {
  const rows = from.flatMap(([x, y], n) => {
    const [u, v] = to[n];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let n = 0; n < 8; n += 1) {
    const best = rows.slice(n).reduce((most, row, at) => (Math.abs(row[n]) > Math.abs(rows[most][n]) ? at + n : most), n);
    [rows[n], rows[best]] = [rows[best], rows[n]];
    if (Math.abs(rows[n][n]) < 1e-9) return null;
    for (let other = 0; other < 8; other += 1) {
      if (other === n) continue;
      const times = rows[other][n] / rows[n][n];
      for (let at = n; at < 9; at += 1) rows[other][at] -= times * rows[n][at];
    }
  }
  return [...rows.map((row, n) => row[8] / row[n]), 1];
}

function through(matrix, [x, y]) {
  const [a, b, c, d, e, f, g, h, i] = matrix;
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

const corners = () => {
  const [w, h] = drawn.plane_mm;
  return [[0, 0], [w, 0], [w, h], [0, h]];
};
const toPicture = () => homography(corners(), drawn.marks);
const toPlane = () => homography(drawn.marks, corners());
const middle = (polygon) => [0, 1].map((at) => polygon.reduce((sum, point) => sum + point[at], 0) / polygon.length);

// ---- what is drawn --------------------------------------------------------------------------------------------------

const copy = (value) => structuredClone(value);

function fresh(boxes, [w, h]) {
  return {
    schema: "calibration/1",
    picture: [w, h],
    marks: [[0.16, 0.14], [0.84, 0.14], [0.95, 0.9], [0.05, 0.9]].map(([x, y]) => [round(x * w), round(y * h)]),
    plane_mm: [...layouts[boxes].plane_mm],
    card_mm: [63, 88],
    areas: copy(layouts[boxes].areas),
  };
}

const start = told("start");
let drawn = start ? copy(start) : fresh(7, [1920, 1080]);
let chosen = null; // the place of the area whose corners are shown

// An area of the template, stretched with the table; so does the way in which its cards point.
function stretch(area, sx, sy) {
  const angle = (area.axis_deg * Math.PI) / 180;
  const turned = (Math.atan2(Math.sin(angle) * sy, Math.cos(angle) * sx) * 180) / Math.PI;
  return { ...area, axis_deg: round(turned), polygon: area.polygon.map(([x, y]) => [round(x * sx), round(y * sy)]) };
}

function layOut(boxes) {
  const template = layouts[boxes];
  const width = Number(byId("width").value);
  drawn.plane_mm = width === layouts[boxesDrawn()]?.plane_mm[0] ? [...template.plane_mm] : drawn.plane_mm;
  const [sx, sy] = [0, 1].map((at) => drawn.plane_mm[at] / template.plane_mm[at]);
  drawn.areas = template.areas.map((area) => stretch(area, sx, sy));
  chosen = null;
}

function resize(width, depth) {
  const [sx, sy] = [width / drawn.plane_mm[0], depth / drawn.plane_mm[1]];
  drawn.areas = drawn.areas.map((area) => stretch(area, sx, sy));
  drawn.plane_mm = [width, depth];
}

const boxesDrawn = () => drawn.areas.filter(({ kind }) => kind === "box").length;

// ---- drawing --------------------------------------------------------------------------------------------------------

function node(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

const joined = (points) => points.map((point) => point.map(round).join(",")).join(" ");
const isInside = ([x, y]) => x >= -1 && y >= -1 && x <= drawn.picture[0] + 1 && y <= drawn.picture[1] + 1;

function draw() {
  const [w, h] = drawn.picture;
  const there = toPicture();
  drawing.setAttribute("viewBox", `0 0 ${w} ${h}`);
  drawing.replaceChildren(node("polygon", { points: joined(drawn.marks), class: "table" }));
  if (there) drawing.append(...drawn.areas.flatMap((area) => areaNodes(area, there)));
  placeHandles(there);
  body.value = JSON.stringify(drawn);
}

function areaNodes(area, there) {
  const outline = area.polygon.map((point) => through(there, point));
  const out = outline.every(isInside) ? "" : " out";
  const at = middle(area.polygon);
  const angle = (area.axis_deg * Math.PI) / 180;
  const half = [Math.cos(angle) * drawn.card_mm[1] * 0.9, -Math.sin(angle) * drawn.card_mm[1] * 0.9];
  const [from, to] = [-1, 1].map((sign) => through(there, [at[0] + sign * half[0], at[1] + sign * half[1]]));
  const line = { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: "axis" };
  return [node("polygon", { points: joined(outline), class: `area ${area.kind}${out}${area.place === chosen ? " chosen" : ""}` }), node("line", line)];
}

// ---- handles --------------------------------------------------------------------------------------------------------

// Handles stay the same elements while they are moved: a focused or held one is never replaced.
function placeHandles(there) {
  const wanted = drawn.marks.map((at, n) => ({ key: `mark-${n}`, kind: "mark", at, text: n + 1, label: markLabel(n, at) }));
  if (there) {
    for (const area of drawn.areas) wanted.push(areaHandle(area, there));
    const open = drawn.areas.find(({ place }) => place === chosen);
    for (const [n, point] of (open?.polygon ?? []).entries()) wanted.push(cornerHandle(open, n, point, there));
  }
  const kept = new Map([...handles.children].map((handle) => [handle.dataset.key, handle]));
  for (const { key, kind, at, text, label } of wanted) {
    const handle = kept.get(key) ?? newHandle(key, kind, text);
    kept.delete(key);
    handle.setAttribute("aria-label", label);
    handle.style.left = `${(100 * at[0]) / drawn.picture[0]}%`;
    handle.style.top = `${(100 * at[1]) / drawn.picture[1]}%`;
    if (kind === "area") handle.setAttribute("aria-pressed", key === `area-${chosen}`);
  }
  for (const gone of kept.values()) gone.remove();
}

const coordinates = (at) => at.map(Math.round).join(", ");
const markLabel = (n, at) => fill(words.mark, { number: n + 1, where: whereOf[n], at: coordinates(at) });

function areaHandle(area, there) {
  const at = middle(area.polygon);
  const label = fill(words.area, { place: placeName(area.place), at: coordinates(at) });
  const text = { dealer: "D", mouth: "▣", discard: "▤" }[area.kind] ?? area.place;
  return { key: `area-${area.place}`, kind: "area", at: through(there, at), text, label };
}

function cornerHandle(area, n, point, there) {
  const label = fill(words.corner, { number: n + 1, place: placeName(area.place), at: coordinates(point) });
  return { key: `corner-${area.place}-${n}`, kind: "corner", at: through(there, point), text: "", label };
}

function newHandle(key, kind, text) {
  const handle = document.createElement("button");
  handle.type = "button";
  handle.className = `handle ${kind}`;
  handle.dataset.key = key;
  handle.textContent = text;
  // Where a handle stands in the order of Tab: marks, then each area with its corners behind it.
  const [, place, nth] = key.split("-");
  const before = kind !== "corner" ? null : nth === "0" ? `area-${place}` : `corner-${place}-${nth - 1}`;
  const after = [...handles.children].find((each) => each.dataset.key === before);
  if (after) after.after(handle);
  else handles.append(handle);
  return handle;
}

// Moves what a handle holds by so much; `by` is in pixels for a mark, in millimetres for the rest.
function move(key, by) {
  const [kind, name, nth] = key.split("-");
  if (kind === "mark") {
    const mark = drawn.marks[Number(name)];
    [0, 1].forEach((at) => { mark[at] = round(Math.min(drawn.picture[at], Math.max(0, mark[at] + by[at]))); });
  } else {
    const area = drawn.areas.find(({ place }) => place === name);
    const points = kind === "corner" ? [area.polygon[Number(nth)]] : area.polygon;
    for (const point of points) [0, 1].forEach((at) => { point[at] = round(point[at] + by[at]); });
  }
  changed();
}

function changed() {
  byId("check-reads").replaceChildren();
  byId("check").classList.add("stale");
  byId("drawn").setAttribute("data-typed", "");
  draw();
}

function pointOf(event) {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return [((event.clientX - left) / width) * drawn.picture[0], ((event.clientY - top) / height) * drawn.picture[1]];
}

let held = null; // { key, at }: the handle that is dragged, and where the pointer was

handles.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".handle");
  if (!handle || event.button > 0) return;
  handle.setPointerCapture(event.pointerId);
  choose(handle.dataset.key);
  held = { key: handle.dataset.key, at: pointOf(event) };
});

handles.addEventListener("pointermove", (event) => {
  if (!held) return;
  const at = pointOf(event);
  const matrix = held.key.startsWith("mark") ? null : toPlane();
  const [from, to] = matrix ? [through(matrix, held.at), through(matrix, at)] : [held.at, at];
  move(held.key, [to[0] - from[0], to[1] - from[1]]);
  held.at = at;
  look(held.key);
});

for (const kind of ["pointerup", "pointercancel"]) handles.addEventListener(kind, () => { held = null; });

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

handles.addEventListener("keydown", (event) => {
  const key = event.target.dataset?.key;
  const arrow = ARROWS[event.key];
  if (!key || !arrow) return;
  event.preventDefault();
  const step = STEP[key.split("-")[0]] * (event.shiftKey ? 10 : 1);
  move(key, arrow.map((by) => by * step));
  look(key);
});

handles.addEventListener("focusin", ({ target }) => {
  choose(target.dataset.key);
  look(target.dataset.key);
});
handles.addEventListener("focusout", () => { loupe.hidden = true; });

function choose(key) {
  const [kind, place] = key.split("-");
  chosen = kind === "mark" ? null : place;
  const area = drawn.areas.find((each) => each.place === chosen);
  byId("chosen").hidden = !area;
  if (area) {
    byId("chosen-name").textContent = placeName(area.place);
    byId("axis").value = area.axis_deg;
  }
  draw();
}

// ---- the picture ----------------------------------------------------------------------------------------------------

let isPictured = false;

function show(image) {
  const size = [image.width, image.height];
  if (size.some((side, at) => side !== drawn.picture[at])) {
    const moved = isPictured || start !== null;
    drawn.marks = drawn.marks.map((mark) => mark.map((value, at) => round((value * size[at]) / drawn.picture[at])));
    drawn.picture = size;
    shape();
    draw();
    if (moved) byId("taken").dataset.said = byId("taken").dataset.other;
  }
  [picture.width, picture.height] = size;
  picture.getContext("2d").drawImage(image, 0, 0);
  isPictured = true;
}

// The picture is as large as its frame allows.
function shape() {
  const [w, h] = drawn.picture;
  stage.style.aspectRatio = `${w} / ${h}`;
  stage.style.setProperty("--shape", w / h);
}

async function refresh() {
  const said = byId("taken");
  try {
    if (!byId("live").checked && isPictured) return;
    const response = await fetch(stage.dataset.still, { credentials: "same-origin", cache: "no-store" });
    if (response.redirected || response.status === 403) return location.reload();
    if (response.status !== 200) return void (said.textContent = said.dataset.none);
    show(await createImageBitmap(await response.blob()));
    stage.classList.add("pictured");
    said.textContent = said.dataset.said ?? fill(words.taken, { time: clock.format(Number(response.headers.get("X-Taken-Ms"))) });
  } catch {
    said.textContent = said.dataset.none;
  } finally {
    setTimeout(refresh, EVERY_MS);
  }
}

const clock = new Intl.DateTimeFormat("en", { timeZone: document.body.dataset.zone || undefined, hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit" });

// A mark under a finger is seen beside it, four times as large.
function look(key) {
  const [kind, n] = key.split("-");
  loupe.hidden = kind !== "mark" || !isPictured;
  if (loupe.hidden) return;
  const [x, y] = drawn.marks[Number(n)];
  const context = loupe.getContext("2d");
  loupe.width = loupe.height = LOUPE_PX * 4;
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, x - LOUPE_PX / 2, y - LOUPE_PX / 2, LOUPE_PX, LOUPE_PX, 0, 0, loupe.width, loupe.height);
  context.strokeStyle = "#ffd978";
  context.lineWidth = 1.5;
  const [half, side, gap] = [loupe.width / 2, loupe.width, 10];
  for (const [from, to] of [[0, half - gap], [half + gap, side]]) {
    context.stroke(new Path2D(`M${half} ${from}V${to}M${from} ${half}H${to}`));
  }
  loupe.style.left = x < drawn.picture[0] / 2 ? "auto" : "12px";
  loupe.style.right = x < drawn.picture[0] / 2 ? "12px" : "auto";
}

// ---- fields ---------------------------------------------------------------------------------------------------------

function fields() {
  byId("boxes").value = boxesDrawn();
  byId("width").value = Math.round(drawn.plane_mm[0]);
  byId("depth").value = Math.round(drawn.plane_mm[1]);
  byId("cards").value = drawn.card_mm.map(Math.round).join("x");
}

byId("drawn").addEventListener("change", ({ target }) => {
  if (target.id === "boxes") layOut(Number(target.value));
  if (target.id === "width" || target.id === "depth") resize(Number(byId("width").value) || drawn.plane_mm[0], Number(byId("depth").value) || drawn.plane_mm[1]);
  if (target.id === "cards") drawn.card_mm = target.value.split("x").map(Number);
  if (target.id === "axis") drawn.areas.find(({ place }) => place === chosen).axis_deg = Number(target.value);
  if (target === body) return void paste();
  fields();
  changed();
});

// A pasted file is drawn where it can be; where it cannot, it stays as it is and the server says what is wrong with it.
function paste() {
  try {
    const pasted = JSON.parse(body.value);
    homography(pasted.marks, pasted.marks);
    pasted.areas.forEach((area) => middle(area.polygon));
    drawn = pasted;
    shape();
    fields();
    draw();
  } catch {
    byId("check").classList.add("stale");
  }
}

byId("back").addEventListener("click", () => {
  drawn = start ? copy(start) : fresh(boxesDrawn() || 7, drawn.picture);
  chosen = null;
  byId("chosen").hidden = true;
  byId("drawn").removeAttribute("data-typed");
  shape();
  fields();
  draw();
});

// What was sent is what is drawn; a form that was taken is reset, and says so still.
byId("drawn").addEventListener("reset", () => setTimeout(() => {
  fields();
  draw();
}));

shape();
fields();
draw();
refresh();
