function show(game) {
  $("game").hidden = false;
  $("title").textContent = game.title;
  const players = game.players.map((p) => p.side + ": " + p.name).join("; ");
  $("about").textContent = t("game.about", { game: game.game, rules: game.rules, players }) + " " +
    (game.ended ? t("game.over", { how: game.ended }) : game.still ? t("game.still", { still: game.still, why: game.because || "" }) : "");
  $("found").textContent = t("audit.now");
  $("found").className = $("verdict").textContent = "";
  for (const id of ["acts", "all", "turned", "curves"]) $(id).hidden = true;
  points = game.points || [];
  $("replay").hidden = points.length === 0;
  const sides = [make("option", t("replay.everybody"))];
  sides[0].value = "";
  for (const p of game.players) sides.push(make("option", p.side));
  $("side").replaceChildren(...sides);
  $("at").max = Math.max(points.length - 1, 0);
  forget();
}

function judge(v) {
  $("verdict").textContent = v.lines.join(" ");
  $("found").textContent = v.sound ? t("audit.sound") : t("audit.bad");
  $("found").className = v.sound ? "good" : "bad";
  $("acts").replaceChildren(...(v.acts || []).map((a) => make("li", a)));
  $("acts").hidden = !v.acts;
  const results = { good: t("audit.holds"), bad: t("audit.fails"), none: t("audit.none") };
  $("checks").replaceChildren(...v.checks.map((k) => {
    const row = make("tr");
    row.append(make("td", k.name), make("td", results[k.how], k.how), make("td", k.said));
    row.children[0].lang = row.children[2].lang = "en";
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

function forget() {
  for (const s of kept.values()) if (s.url) URL.revokeObjectURL(s.url);
  kept = new Map();
}

async function point(at, side) {
  const key = at + " " + side + " " + $("language").value;
  if (!kept.has(key)) {
    const s = await ask("show", { at, side });
    if (s.map) s.url = svg(s.map);
    delete s.map;
    kept.set(key, s);
    if (kept.size > keep) {
      const [oldest, was] = kept.entries().next().value;
      if (was.url) URL.revokeObjectURL(was.url);
      kept.delete(oldest);
    }
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
    await draw(s);
    if (mine !== wanted) return;
    tell(s);
    if (now + 1 < points.length) point(now + 1, $("side").value); // it is there when it is wanted
  } catch (err) {
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
  if (s.summary) parts.push(make("p", s.summary));
  if (s.stands) parts.push(make("p", s.stands));
  for (const c of s.chapters || []) {
    parts.push(make("h4", c.heading));
    const list = make("ul");
    for (const l of c.lines || []) {
      const item = make("li", l.text, l.note ? "note" : "");
      if (l.rule) item.append(" ", make("span", "[" + l.rule + "]", "rule"));
      for (const d of l.draws || []) {
        const b = make("button", t("roll", { roll: d }), "draw");
        b.type = "button";
        b.addEventListener("click", () => prove(d));
        item.append(b);
      }
      list.append(item);
    }
    parts.push(list);
  }
  parts.push(make("p", t("replay.hash", { hash: s.position }), "hash"));
  $("story").replaceChildren(...parts);
  $("story").scrollTop = 0;
}

async function prove(d) {
  try {
    $("proof").textContent = (await ask("roll", { draw: d })).text;
    $("roll").showModal();
  } catch (err) {
    say(() => t("roll.bad", { why: err.message }));
  }
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

// The map: it is a picture, so that nothing in it can run.

const replayMap = viewer($("map"), $("picture"));

async function draw(s) {
  $("map").hidden = !s.url;
  if (!s.url) return;
  const next = new Image();
  next.src = s.url;
  await next.decode();
  $("picture").src = s.url;
  $("picture").width = next.naturalWidth;
  $("map").style.aspectRatio = next.naturalWidth + " / " + next.naturalHeight;
  $("map").setAttribute("aria-label", t("map.of", { what: s.title }));
  replayMap.size(next.naturalWidth, next.naturalHeight);
}

// Keys and buttons.

const jumps = {
  first: () => 0, back: () => now - 1, next: () => now + 1, last: () => points.length - 1,
};
for (const [id, to] of Object.entries(jumps)) $(id).addEventListener("click", () => { stop(); go(to()); });
$("play").addEventListener("click", toggle);
$("at").addEventListener("input", () => { stop(); go(Number($("at").value)); });
$("side").addEventListener("change", () => go(now));
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
