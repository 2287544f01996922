// The map on which orders are given, and what can be done with what is pointed at.

let chosen = []; // ids of the pieces that are pointed at
let choices = []; // what they could do
let aims = new Map(); // by id of a place or a piece: those of the choices that lead there
let aimed = ""; // the id for which several choices are shown
let at = null; // the place of the keyboard on the map
let facings = []; // how the piece that is pointed at could face, if it has a facing; null until that is known
let later = 0; // the way in which a key turned it before that was known
let turning = null; // the angle to which it is being turned
let asking = 0; // counts what is asked about pieces: only the last is shown

const lower = (s) => s.toLowerCase();
const pieces = () => reading && reading.map ? reading.map.pieces || [] : [];
const regions = () => reading && reading.map ? reading.map.regions || [] : [];

// places finds what is on the map by its id: one click asks for hundreds.
let places = { of: undefined };
function indexed() {
  const map = reading ? reading.map : null;
  if (places.of !== map) {
    const by = (all, name) => new Map(all.map((s) => [name(s.id), s]).reverse()); // of two the first counts
    places = { of: map, regions: by(regions(), lower), pieces: by(pieces(), (id) => id), lower: by(pieces(), lower) };
  }
  return places;
}
const piece = (id) => indexed().pieces.get(id);
const spot = (id) => indexed().regions.get(id) || indexed().lower.get(id);

function inside(x, y, outline) {
  let is = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [ax, ay] = outline[i], [bx, by] = outline[j];
    if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) is = !is;
  }
  return is;
}

// under is what lies at a place: the region, and the pieces, the uppermost first. Pieces of one
// region are one stack, wherever in it they are drawn; hit are those that are drawn at the place itself.
function under(x, y) {
  const region = regions().findLast((r) => inside(x, y, r.outline));
  const hit = pieces().filter((p) => inside(x, y, p.outline));
  const place = hit.length > 0 && hit[0].region ? hit[0].region : region ? region.id : "";
  const stack = place ? pieces().filter((p) => p.region === place) : hit;
  return { region: place ? regions().find((r) => r.id === place) || region : region,
    stack: (stack.length > 0 ? stack : hit).toReversed(), hit };
}

const shape = (s, className) => {
  const e = document.createElementNS(NS, "polygon");
  e.setAttribute("points", s.outline.map((p) => p.join(",")).join(" "));
  e.setAttribute("class", className);
  return e;
};

async function drawSheet() {
  const map = reading.map;
  $("field").hidden = !map;
  if (!map) return;
  if (map.svg) {
    const ground = await groundOf(map.on, "ground");
    if (map !== reading.map) return;
    if (ground) $("ground").replaceWith(ground);
    lay($("above"), map.svg);
    $("over").setAttribute("viewBox", "0 0 " + map.width + " " + map.height);
    $("over").setAttribute("width", map.width);
    $("over").setAttribute("height", map.height);
    delete map.svg;
    field.size(map.width, map.height);
    listPieces();
  }
  overlay();
}

// overlay draws what is pointed at, where it can go, and where a fault is.
function overlay() {
  const parts = [];
  for (const f of reading.faults || []) {
    for (const id of wordsOf(f.text || "")) if (spot(id)) parts.push(shape(spot(id), "fault"));
  }
  for (const [id, list] of aims) {
    const s = spot(id);
    if (!s) continue;
    parts.push(shape(s, id === aimed ? "aim now" : "aim"));
    const cost = list[0].cost;
    if (cost && s === indexed().regions.get(id)) {
      const [x, y] = s.at, price = document.createElementNS(NS, "text");
      price.setAttribute("x", x);
      price.setAttribute("y", y + 4);
      price.textContent = cost;
      parts.push(price);
    }
  }
  for (const p of pieces()) if (chosen.includes(p.id) || p.body && chosen.includes(p.band)) parts.push(shape(p, "chosen"));
  const h = handle();
  if (h) {
    parts.push(shape({ outline: [h.from, h.to] }, "turn"));
    const knob = document.createElementNS(NS, "circle");
    for (const [k, v] of Object.entries({ cx: h.to[0], cy: h.to[1], r: h.size / 5, class: "turn" })) knob.setAttribute(k, v);
    parts.push(knob);
  }
  if (at) {
    const here = under(...at), s = here.region || here.stack[0];
    if (s) parts.push(shape(s, "cursor"));
  }
  $("over").replaceChildren(...parts);
}

// handle is that by which the piece that is pointed at is turned; null without one.
function handle() {
  const p = chosen.length === 1 && piece(chosen[0]);
  if (!p || !p.faces || !facings || facings.length === 0) return null;
  const size = Math.max(...p.outline.map(([x]) => x)) - Math.min(...p.outline.map(([x]) => x));
  const angle = (turning ?? p.facing ?? 0) * Math.PI / 180;
  return { from: p.at, to: [p.at[0] + Math.sin(angle) * size, p.at[1] - Math.cos(angle) * size], size };
}

const apart = (a, b) => Math.abs((a - b + 540) % 360 - 180); // of two angles

// towards is the angle of a place, as the piece that is pointed at sees it.
function towards(x, y) {
  const [px, py] = piece(chosen[0]).at;
  return (Math.atan2(x - px, py - y) * 180 / Math.PI + 360) % 360;
}

// turn gives the order by which the piece faces most nearly to an angle.
function turn(angle) {
  const best = (facings || []).toSorted((a, b) => apart(a.angle, angle) - apart(b.angle, angle))[0];
  if (best) add(best);
}

// turnBy turns the piece to the next of its facings.
function turnBy(way) {
  const p = piece(chosen[0]);
  if (facings === null) later = way;
  if (!handle()) return;
  const ahead = (f) => ((f.angle - (p.facing || 0)) * way + 720) % 360;
  const next = facings.filter((f) => ahead(f) > 20).toSorted((a, b) => ahead(a) - ahead(b))[0];
  if (next) add(next);
}

// wordsOf are the words of an order that may be ids.
const wordsOf = (line) => line.split(/\s+/).slice(1).flatMap((w) => lower(w).split(","));

// goals are the ids to which an order leads: what stands behind "at", and the last places that
// it names; a piece, if it names no place.
function goals(line) {
  const raw = line.split(/\s+/).slice(1).map(lower), own = chosen.map(lower);
  const words = raw.map((w) => w.split(",").filter((id) => spot(id) && !own.includes(id)));
  const all = new Set();
  words.forEach((ids, i) => { if (i > 0 && raw[i - 1] === "at") ids.forEach((id) => all.add(id)); });
  const place = words.findLast((ids) => ids.some((id) => indexed().regions.has(id)));
  (place || words.find((ids) => ids.length > 0) || []).forEach((id) => all.add(id));
  return all;
}

// forgetChoice points at nothing, as when a position is opened.
function forgetChoice() {
  showStack([]);
  $("under").textContent = "";
  chosen = [];
  choices = facings = [];
  aims = new Map();
  aimed = "";
  at = turning = null;
  later = 0;
}

// choose points at pieces, or at a card.
function choose(ids) {
  chosen = ids;
  aimed = "";
  later = 0;
  return pointed();
}

// pointed asks what those that are pointed at could do, and shows it.
async function pointed() {
  const mine = ++asking;
  if (chosen.length === 0) {
    choices = [];
  } else if (chosen.length === 1) {
    const band = piece(chosen[0]) ? piece(chosen[0]).band : "";
    choices = await ask("about", { text: text(), ids: band ? [chosen[0], band] : chosen });
  } else {
    choices = await ask("together", { text: text(), ids: chosen });
  }
  if (mine !== asking) return;
  choices ||= [];
  facings = null;
  aims = new Map();
  for (const c of choices) {
    for (const id of goals(c.line)) {
      if (!aims.has(id)) aims.set(id, []);
      aims.get(id).push(c);
    }
  }
  if (!aims.has(aimed)) aimed = "";
  if (reading && reading.map) overlay();
  showChoices();
  if (chosen.length !== 1 || !piece(chosen[0]) || !piece(chosen[0]).faces) {
    facings = [];
    return;
  }
  const ways = await ask("facings", { text: text(), ids: chosen });
  if (mine !== asking || !ways) return;
  facings = ways;
  if (reading && reading.map) overlay();
  const way = later;
  later = 0;
  if (way) turnBy(way);
}

// uppermost is the piece of a stack that a click or a drag means.
const uppermost = (own) => own.find((p) => p.active) || own[0];

// tap is a click on the map: the first opens a stack or points at a piece; with a piece that is
// pointed at, one at a place orders it there, but one at another piece of the player points at that: he
// who looks at one after the other wants no orders.
function tap(x, y, e) {
  const { region, stack, hit } = under(x, y);
  at = region ? region.at : stack[0] ? stack[0].at : null;
  hear(x, y);
  const ids = [...stack.map((p) => lower(p.id)), ...(region ? [lower(region.id)] : [])];
  const goal = ids.find((id) => aims.has(id) && !chosen.some((c) => lower(c) === id));
  const more = e && (e.shiftKey || e.ctrlKey) || $("group").checked;
  const own = stack.filter((p) => p.own);
  if (goal && !more && (!hit.some((p) => p.own) || own.some((p) => chosen.includes(p.id)))) {
    order(goal, ids);
    return;
  }
  showStack(stack);
  const first = uppermost(own) || stack[0];
  if (!first) {
    choose([]);
  } else if (more) {
    choose(chosen.includes(first.id) ? chosen.filter((id) => id !== first.id) : [...chosen, first.id]);
  } else if (own.length > 0 && own.some((p) => p.id === chosen[0]) && own.length > 1) {
    choose([own[(own.findIndex((p) => p.id === chosen[0]) + 1) % own.length].id]); // the next of the stack
  } else {
    choose([first.id]);
  }
}

// order gives the order that leads to a place. Of several the first click shows them all, the
// second takes the first.
function order(goal, ids) {
  const list = [...new Set(ids.flatMap((id) => aims.get(id) || []))];
  if (list.length === 1 || aimed === goal) {
    aimed = "";
    add(list[0]);
    return;
  }
  aimed = goal;
  overlay();
  showChoices();
}

// bodies are what can act as a whole, of that to which some pieces belong.
const bodies = (some) => [...new Set(some.filter((p) => p.body).map((p) => p.band))];

// showStack lists the pieces of a place, and what can act as a whole of that to which they belong.
function showStack(stack) {
  const entry = (words, press) => {
    const b = make("button", words), item = make("li");
    b.type = "button";
    b.addEventListener("click", press);
    item.append(b);
    return item;
  };
  $("stack").replaceChildren(
    ...stack.map((p) => entry(p.said, (e) => choose(e.shiftKey || $("group").checked ? [...new Set([...chosen, p.id])] : [p.id]))),
    ...bodies(stack).map((id) => entry(t("can.whole", { name: id }), () => choose([id]))));
}

function showChoices() {
  const name = chosen.map((id) => piece(id) ? piece(id).said : id).join("; ");
  $("who").textContent = chosen.length === 0 ? t("can.click") : name;
  const mine = [];
  const lines = text().split("\n");
  for (const n of reading && reading.lines || []) {
    if (wordsOf(lines[n - 1] || "").some((w) => chosen.some((c) => lower(c) === w))) mine.push(n);
  }
  $("so-far").replaceChildren(...mine.map((n) => {
    const item = make("li", lines[n - 1] + " "), b = make("button", t("can.out"));
    b.type = "button";
    b.setAttribute("aria-label", t("can.line", { line: n }));
    b.addEventListener("click", () => take(n));
    item.append(b);
    return item;
  }));
  const shown = aimed ? aims.get(aimed) : choices;
  const verbs = new Map();
  for (const c of shown) {
    const v = c.line.split(" ")[0];
    if (!verbs.has(v)) verbs.set(v, []);
    verbs.get(v).push(c);
  }
  $("no-choice").hidden = chosen.length === 0 || shown.length > 0;
  $("choices").replaceChildren(...[...verbs].map(([v, list]) => {
    const part = make("details"), ul = make("ul");
    part.open = aimed !== "" || verbs.size === 1 || list.length < 9;
    part.append(make("summary", v + " (" + list.length + ")"), ul);
    ul.append(...list.map(choiceItem));
    return part;
  }));
}

function choiceItem(c) {
  const item = make("li"), b = make("button", c.line, "order");
  b.type = "button";
  b.addEventListener("click", () => { aimed = ""; add(c); });
  item.append(b);
  const more = [c.instead ? t("can.instead", { line: c.instead }) : "", c.cost ? c.cost + (c.why ? ": " + c.why : "") : ""];
  if (more.some((x) => x)) item.append(make("span", " " + more.filter((x) => x).join("; "), "cost"));
  if (aimed) {
    // The odds are counted one after the other, and shown as they come.
    ask("odds", { text: text(), line: c.line }).then((o) => { if (o) item.append(make("br"), ...toldLines(o)); }, () => {});
  }
  return item;
}

function showCards(cards) {
  $("hand").hidden = cards.length === 0;
  $("cards").replaceChildren(...cards.map((c) => {
    const item = make("li"), b = make("button", c.name + (c.count > 1 ? " x" + c.count : ""));
    b.type = "button";
    b.title = c.text;
    b.addEventListener("click", () => { showStack([]); choose([c.word]); });
    item.append(b);
    return item;
  }));
}

function listPieces() {
  const own = pieces().filter((p) => p.own);
  const entry = (words, id) => {
    const o = make("option", words);
    o.value = id;
    return o;
  };
  $("pieces").replaceChildren(entry(t("pieces.choose"), ""),
    ...bodies(own).map((id) => entry(t("can.whole", { name: id }), id)),
    ...[...own.filter((p) => p.active), ...own.filter((p) => !p.active)]
      .map((p) => entry(p.said + (p.region ? ", " + p.region : ""), p.id)));
}

// hear says what lies at a place, for who hears the map.
function hear(x, y) {
  const { region, stack } = under(x, y);
  const goal = [...stack.map((p) => p.id), region ? region.id : ""].map(lower).find((id) => aims.has(id));
  $("under").textContent = [region ? region.said : "", ...stack.map((p) => p.said),
    goal ? t("can.reach", { by: [aims.get(goal)[0].line, aims.get(goal)[0].cost].filter((s) => s).join(", ") }) : ""]
    .filter((s) => s).join("; ");
}

let pull = null; // from where a piece is drawn
let drawn = null; // the piece that is drawn, if it is not the one that is pointed at
let known = null; // is done when it is known what that piece can do

const field = viewer($("field"), $("table"), {
  tap,
  grab(x, y, e) {
    drawn = known = null;
    const h = handle();
    if (h && Math.hypot(x - h.to[0], y - h.to[1]) < h.size / 3) {
      turning = piece(chosen[0]).facing || 0;
      return true;
    }
    const { stack } = under(x, y);
    let p = stack.find((s) => chosen.includes(s.id));
    if (p && aims.size === 0) return false;
    if (!p && e.pointerType !== "touch") p = drawn = uppermost(stack.filter((s) => s.own)) || null; // fingers move the map
    pull = p ? p.at : null;
    return Boolean(p);
  },
  drag(x, y) {
    if (turning !== null) {
      turning = towards(x, y);
      overlay();
      return;
    }
    if (drawn && !known) {
      showStack(under(...drawn.at).stack);
      known = choose([drawn.id]);
    }
    overlay();
    const line = document.createElementNS(NS, "line");
    for (const [k, v] of Object.entries({ x1: pull[0], y1: pull[1], x2: x, y2: y })) line.setAttribute(k, v);
    $("over").append(line);
  },
  async drop(x, y, e) {
    if (turning !== null) {
      turning = null;
      if (e.type === "pointerup") turn(towards(x, y));
      overlay();
      return;
    }
    await known;
    const { region, stack } = under(x, y);
    const ids = [...stack.map((p) => lower(p.id)), ...(region ? [lower(region.id)] : [])];
    const goal = ids.find((id) => aims.has(id));
    if (goal) order(goal, ids);
    overlay();
  },
});

// step moves the keyboard to the nearest place in a direction.
function step(dx, dy) {
  const all = (regions().length > 0 ? regions() : pieces()).map((s) => s.at);
  if (all.length === 0) return;
  if (!at) {
    const p = pieces().find((q) => q.own && q.active) || pieces().find((q) => q.own);
    at = p ? p.at : all[0];
  } else {
    let best = null, least = Infinity;
    for (const [x, y] of all) {
      const along = (x - at[0]) * dx + (y - at[1]) * dy, across = Math.abs((x - at[0]) * dy) + Math.abs((y - at[1]) * dx);
      if (along > 1 && along + 2 * across < least) [best, least] = [[x, y], along + 2 * across];
    }
    if (best) at = best;
  }
  field.show(...at);
  overlay();
  hear(...at);
}

const fieldKeys = {
  ArrowLeft: () => step(-1, 0), ArrowRight: () => step(1, 0), ArrowUp: () => step(0, -1), ArrowDown: () => step(0, 1),
  Enter: (e) => at && tap(...at, e), " ": (e) => at && tap(...at, e), Escape: () => { showStack([]); choose([]); },
  ",": () => turnBy(-1), ".": () => turnBy(1),
};
$("field").addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.altKey || e.metaKey) return;
  const act = fieldKeys[e.key] || field.keys[e.key];
  if (!act) return;
  e.preventDefault();
  e.stopPropagation();
  act(e);
});
$("pieces").addEventListener("change", () => {
  const id = $("pieces").value, p = piece(id) || pieces().find((p) => p.body && p.band === id);
  if (!p) return;
  at = p.at;
  field.show(...at);
  showStack([p]);
  choose([id]);
});
$("f-in").addEventListener("click", () => field.zoom(1.4));
$("f-out").addEventListener("click", () => field.zoom(1 / 1.4));
$("f-whole").addEventListener("click", field.whole);
