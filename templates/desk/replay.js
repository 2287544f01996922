function show(game) {
  $("game").hidden = false;
  $("title").textContent = game.title;
  const players = game.players.map((p) => [p.side, p.name].filter((x) => x).join(": ")).join("; ");
  $("about").textContent = t("game.about", { game: game.game, rules: game.rules, players }) + " " +
    (game.ended ? t("game.over", { how: game.ended }) : game.still ? t("game.still", { still: game.still, why: game.because || "" }) : "");
  awaitVerdict();
  $("audit").hidden = game.still === "reports";
  $("sees").hidden = game.still === "public" || game.still === "reports";
  for (const id of ["acts", "all", "turned", "curves", "life"]) $(id).hidden = true;
  points = game.points || [];
  $("replay").hidden = points.length === 0;
  const sides = [make("option", t("replay.everybody"))];
  sides[0].value = "";
  for (const p of game.players) sides.push(make("option", p.side));
  $("side").replaceChildren(...sides);
  $("at").max = Math.max(points.length - 1, 0);
  kept = new Map();
}

function awaitVerdict() {
  $("found").textContent = t("audit.now");
  $("found").className = $("verdict").textContent = "";
  $("part").value = 0;
  $("part").hidden = false;
}

function judge(v) {
  $("part").hidden = true;
  $("verdict").textContent = v.lines.join("\n");
  $("found").textContent = v.sound ? t("audit.sound") : t("audit.bad");
  $("found").className = v.sound ? "good" : "bad";
  $("acts").replaceChildren(...(v.acts || []).map((a) => make("li", a)));
  $("acts").hidden = !v.acts;
  const results = { good: t("audit.holds"), bad: t("audit.fails"), none: t("audit.none") };
  $("checks").replaceChildren(...v.checks.map((k) => {
    const row = make("tr");
    row.append(make("td", k.name), make("td", results[k.how], k.how), make("td", k.said));
    return row;
  }));
  $("all").hidden = false;
  $("all").open = !v.sound;
}

function look(past) {
  const jump = new Map(points.map((p, i) => [p.number, i]));
  $("moments").replaceChildren(...(past.moments || []).map((m) => {
    const item = make("li");
    const b = make("button", t("past.moment", { turn: m.turn, step: m.step, what: m.what, side: m.for || "none" }));
    b.type = "button";
    b.addEventListener("click", () => { stop(); go(jump.get(m.step) ?? 0); $("replay").scrollIntoView(); });
    item.append(b);
    return item;
  }));
  $("turned").hidden = !past.moments;
  $("curves").replaceChildren(...(past.curves || []).map((c) => {
    const img = make("img");
    img.alt = c.title;
    img.src = svg(c.svg);
    return img;
  }));
  $("curves").hidden = !past.curves;
}

// The replay.

let points = [];
let now = 0;
let wanted = 0; // counts what is to be shown: only the last is
let playing = null;
let kept = new Map(); // what was shown, by point and side
const keep = 24;

async function point(at, side) {
  const key = at + " " + side + " " + $("language").value;
  if (!kept.has(key)) {
    const s = await ask("show", { at, side, grounds: [...grounds.keys()] });
    keepGround(s);
    kept.set(key, s);
    if (kept.size > keep) kept.delete(kept.keys().next().value);
  }
  return kept.get(key);
}

async function go(at) {
  now = Math.min(Math.max(at, 0), points.length - 1);
  const mine = ++wanted;
  $("at").value = now;
  $("at").setAttribute("aria-valuetext", name(now));
  $("first").disabled = $("back").disabled = now === 0;
  $("last").disabled = $("next").disabled = now === points.length - 1;
  try {
    const s = await point(now, $("side").value);
    if (mine !== wanted) return;
    await draw(s, mine);
    if (mine !== wanted) return;
    tell(s);
    listLives(s);
    if (now + 1 < points.length) point(now + 1, $("side").value); // it is there when it is wanted
  } catch (err) {
    if (mine !== wanted) return;
    stop();
    say(() => t("replay.bad", { why: err.message }));
  }
}

function name(at) {
  const p = points[at];
  return at === 0 ? t("point.begin") : t("point.step", { ruled: p.ruled ? "yes" : "no", step: p.number, turn: p.turn });
}

function tell(s) {
  const parts = [make("h4", s.title), make("p", t("point.at", { place: name(now), last: points[points.length - 1].number }))];
  if (s.text) {
    const mail = make("pre", s.text);
    mail.tabIndex = 0; // it scrolls by keys too
    parts.push(mail);
  }
  if (s.summary) parts.push(make("p", s.summary));
  if (s.stands) parts.push(make("p", s.stands));
  for (const c of s.chapters || []) {
    parts.push(make("h4", c.heading));
    const list = make("ul");
    list.append(...(c.lines || []).map(lineItem));
    parts.push(list);
  }
  if (s.position) parts.push(make("p", t("replay.hash", { hash: s.position }), "hash"));
  $("story").replaceChildren(...parts);
  $("story").scrollTop = 0;
}

// lineItem is a line of a story, with what it says more of its rule and its dice.
function lineItem(l) {
  const item = make("li", l.text, l.note ? "note" : "");
  if (l.rule) item.append(" ", ruleButton(l.rule));
  for (const d of l.draws || []) {
    const b = make("button", t("roll", { roll: d }), "draw");
    b.type = "button";
    b.addEventListener("click", () => prove(d));
    item.append(b);
  }
  return item;
}

// ruleButton leads to a clause of the rules.
function ruleButton(rule) {
  const b = make("button", "[" + rule + "]", "rule");
  b.type = "button";
  b.setAttribute("aria-label", t("rule.show", { rule }));
  b.addEventListener("click", () => cite(rule));
  return b;
}

function openDialog(head, text) {
  $("roll-h").textContent = head;
  $("proof").textContent = text;
  $("roll").showModal();
}

async function prove(d) {
  try {
    openDialog(t("roll.head"), (await ask("roll", { draw: d })).text);
  } catch (err) {
    say(() => t("roll.bad", { why: err.message }));
  }
}

async function cite(rule) {
  try {
    const c = await ask("clause", { rule });
    openDialog(c.section, c.text);
  } catch (err) {
    say(() => t("rule.bad", { why: err.message }));
  }
}

// Biographies.

let living = null; // {id, said} of the piece whose life is told
let shownPieces = []; // those on the map
let listed = ""; // what the list of pieces has

function listLives(s) {
  const list = JSON.stringify([t("life.choose"), (s.pieces || []).map((p) => [p.id, p.said])]);
  shownPieces = s.pieces || [];
  if (list === listed) return;
  listed = list;
  const none = make("option", t("life.choose"));
  none.value = "";
  $("life-of").replaceChildren(none, ...(s.pieces || []).map((p) => {
    const o = make("option", p.said);
    o.value = p.id;
    return o;
  }));
  $("life-of").parentElement.hidden = !s.pieces;
}

async function tellLife(p) {
  living = p;
  const asked = p, all = await ask("life", { id: p.id, side: $("side").value }) || [];
  if (asked !== living) return;
  $("life-h").textContent = p.said;
  $("lived").replaceChildren(...(all.length > 0 ? all : [{ lines: [{ text: t("life.none") }] }]).map((m) => {
    const item = make("li"), list = make("ul");
    if (m.at !== undefined) {
      const b = make("button", name(m.at));
      b.type = "button";
      b.addEventListener("click", () => { stop(); go(m.at); $("replay").scrollIntoView(); });
      item.append(b);
    }
    list.append(...m.lines.map(lineItem));
    item.append(list);
    return item;
  }));
  $("life").hidden = false;
  $("life").scrollIntoView();
  $("life").focus({ preventScroll: true });
}

function stop() {
  clearTimeout(playing);
  playing = null;
  $("play").textContent = t("replay.play");
}

const pace = 1200; // milliseconds from one step to the next
async function run() {
  $("play").textContent = t("replay.pause");
  if (now === points.length - 1) now = -1;
  const beat = async () => {
    await go(now + 1);
    if (playing === null) return;
    if (now === points.length - 1) stop(); else playing = setTimeout(beat, pace);
  };
  playing = setTimeout(beat, 0);
}
const toggle = () => { if (playing === null) run(); else stop(); };

// The map.

const replayMap = viewer($("map"), $("plan"), {
  tap(x, y) {
    const p = shownPieces.findLast((p) => p.from.X <= x && x <= p.to.X && p.from.Y <= y && y <= p.to.Y);
    if (p) tellLife(p);
  },
});

async function draw(s, mine) {
  $("map").hidden = !s.map;
  if (!s.map) return;
  const ground = await groundOf(s.on, "land");
  if (mine !== wanted) return;
  if (ground) $("land").replaceWith(ground);
  const { width, height } = lay($("picture"), s.map);
  $("map").style.aspectRatio = width + " / " + height;
  $("map").setAttribute("aria-label", t("map.of", { what: s.title }));
  replayMap.size(width, height);
}

// Keys and buttons.

const jumps = {
  first: () => 0, back: () => now - 1, next: () => now + 1, last: () => points.length - 1,
};
for (const [id, to] of Object.entries(jumps)) $(id).addEventListener("click", () => { stop(); go(to()); });
$("play").addEventListener("click", toggle);
$("at").addEventListener("input", () => { stop(); go(Number($("at").value)); });
$("side").addEventListener("change", () => { $("life").hidden = true; go(now); });
$("life-of").addEventListener("change", () => {
  const p = shownPieces.find((p) => p.id === $("life-of").value);
  if (p) tellLife(p);
});
$("in").addEventListener("click", () => replayMap.zoom(1.4));
$("out").addEventListener("click", () => replayMap.zoom(1 / 1.4));
$("whole").addEventListener("click", replayMap.whole);
$("close").addEventListener("click", () => $("roll").close());

const anywhere = {
  ArrowLeft: jumps.back, ArrowRight: jumps.next, Home: jumps.first, End: jumps.last,
};
addEventListener("keydown", (e) => {
  if (points.length === 0 || $("game").hidden || $("roll").open || e.ctrlKey || e.altKey || e.metaKey) return;
  const at = document.activeElement;
  if (at === $("map") && replayMap.keys[e.key]) {
    e.preventDefault();
    replayMap.keys[e.key]();
  } else if (!["INPUT", "SELECT"].includes(at.tagName)) {
    if (e.key === " ") {
      if (["BUTTON", "SUMMARY"].includes(at.tagName)) return;
      e.preventDefault();
      toggle();
    } else if (anywhere[e.key]) {
      e.preventDefault();
      stop();
      go(anywhere[e.key]());
    }
  }
});
