const $ = (id) => document.getElementById(id);
const make = (tag, text, className) => {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (className) e.className = className;
  return e;
};

// The words of the page. words has the messages of each language as templates/desk reads them from
// its catalogue: a message is a list of words, of [argument], of [argument, messages by word, false], and
// of [argument, messages by number, true].

const put = (message, given, count) => message.map((part) => {
  if (typeof part === "string") return part;
  const [name, cases, counts] = part;
  const value = name === "#" ? count : given[name];
  if (!cases) return value;
  const word = !counts ? value : "=" + value in cases ? "=" + value : new Intl.PluralRules($("language").value).select(value);
  return put(cases[word] || cases.other, given, counts ? value : count);
}).join("");

// t is a message in the language of the reader.
const t = (key, given = {}) => put(words[$("language").value][key], given);

// label writes the words of the page that never change.
function label() {
  document.documentElement.lang = $("language").value;
  document.title = t("title");
  for (const e of document.querySelectorAll("[data-say]")) e.textContent = t(e.dataset.say);
  for (const e of document.querySelectorAll("[data-label]")) e.setAttribute("aria-label", t(e.dataset.label));
  for (const e of document.querySelectorAll("[data-role]")) e.setAttribute("aria-roledescription", t(e.dataset.role));
}

// say tells how the page does; once more, when the language changes.
let saying = () => "";
function say(words) {
  saying = words;
  $("status").textContent = saying();
}

// The engine, and what it is asked.

// packed undoes what templates/desk does to the bytes of an element.
function packed(id) {
  const code = new Map();
  const every = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, i) => i));
  for (let i = 0; i < 256; i++) code.set(every.charCodeAt(i), i);
  const text = $(id).textContent;
  const out = new Uint8Array(text.length);
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    let b = text.charCodeAt(i);
    if (b > 127) b = code.get(b);
    if (b === 61) b = text.charCodeAt(++i) - 64;
    out[n++] = b;
  }
  $(id).remove();
  return out.slice(0, n);
}

const waiting = new Map();
let asked = 0;
let engine = null;

function begin() {
  const url = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
  engine = new Worker(url);
  engine.onerror = (e) => say(() => t("broken.start", { why: e.message }));
  engine.onmessage = ({ data }) => {
    if (data.broken) {
      say(() => t("broken.stop", { why: data.broken }));
    } else if (data.ready) {
      $("file").disabled = false;
      showKey();
      say(() => t("ready"));
      if ($("given")) {
        const name = $("given").dataset.name;
        openFiles([new File([packed("given")], name)]);
      }
    } else if (data.part !== undefined) {
      $("part").value = data.part;
    } else {
      waiting.get(data.id)(JSON.parse(data.answer));
      waiting.delete(data.id);
      busy();
    }
  };
  const bytes = packed("engine");
  engine.postMessage({ engine: bytes }, [bytes.buffer]);
}

// The language of the page and of the game: that which the reader chose, else that of his file, else that
// of his browser.
const language = {
  name: "berthier language",
  chosen: null,
  begin() {
    try {
      language.chosen = localStorage.getItem(language.name);
    } catch {} // a browser that keeps nothing
    const all = [...$("language").options].map((o) => o.value);
    if (!all.includes(language.chosen)) language.chosen = null;
    $("language").value = [language.chosen, ...navigator.languages.map((l) => l.slice(0, 2))].find((l) => all.includes(l)) || "en";
    label();
  },
  // of takes over the language of a file, and says whether it is another.
  of(file) {
    if (language.chosen || !file || file === $("language").value) return false;
    $("language").value = file;
    label();
    return true;
  },
  keep() {
    language.chosen = $("language").value;
    try {
      localStorage.setItem(language.name, $("language").value);
    } catch {} // then it is asked for again
  },
};

// busy marks the page while it waits for answers.
function busy() {
  document.body.classList.toggle("busy", waiting.size > 0);
}

// ask gives the answer; a fault is thrown as an Error.
async function ask(word, about = {}, file = null) {
  about = { in: $("language").value, ...about };
  const id = ++asked;
  const answer = await new Promise((done) => {
    waiting.set(id, done);
    busy();
    engine.postMessage({ id, word, asked: JSON.stringify(about), file }, file ? [file.buffer] : []);
  });
  if (answer && answer.fault !== undefined) throw new Error(t("fault", { known: answer.known || "other", why: answer.fault }));
  return answer;
}

// The ground under maps, by its fingerprint: it is asked for once.
const grounds = new Map();

function keepGround(map) {
  if (map.ground && !grounds.has(map.on)) grounds.set(map.on, svg(map.ground));
  delete map.ground;
}

function forgetGrounds() {
  for (const url of grounds.values()) URL.revokeObjectURL(url);
  grounds.clear();
}

// groundOf loads the picture of a ground, if another one lies there; it is null if that one stays.
async function groundOf(on, id) {
  if ($(id).dataset.on === on) return null;
  const picture = new Image();
  Object.assign(picture, { id, alt: "", src: grounds.get(on) });
  picture.dataset.on = on;
  await picture.decode();
  return picture;
}

const NS = "http://www.w3.org/2000/svg";
const lineOf = new WeakMap(); // of an element of a layer: the line of the picture that it comes from

// lay puts a picture into a layer of a map, and gives its size. Each line of the picture is one element. Those that
// it has in common with the picture before stay where they are, so that the browser draws no more than what changes.
function lay(layer, picture) {
  const lines = picture.trimEnd().split("\n"), items = lines.slice(2, -1);
  const old = [...layer.children], free = new Map();
  old.forEach((e, i) => {
    const line = lineOf.get(e);
    if (!free.has(line)) free.set(line, []);
    free.get(line).push(i);
  });
  const was = items.map((line) => free.get(line)?.shift() ?? -1);
  const fresh = new DOMParser().parseFromString("<svg xmlns='" + NS + "'>" +
    items.filter((_, i) => was[i] < 0).join("") + "</svg>", "image/svg+xml").documentElement.children;
  const stays = rising(was);
  for (const left of free.values()) for (const i of left) old[i].remove();
  let after = null;
  for (let i = items.length - 1; i >= 0; i--) {
    const e = was[i] < 0 ? fresh[fresh.length - 1] : old[was[i]];
    lineOf.set(e, items[i]);
    if (!stays.has(was[i])) layer.insertBefore(e, after);
    after = e;
  }
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(lines[0]).map(Number);
  for (const [k, v] of Object.entries({ width, height, viewBox: "0 0 " + width + " " + height })) layer.setAttribute(k, v);
  return { width, height };
}

// rising are as many of some numbers as can be that rise from one to the next; negative ones do not count.
function rising(numbers) {
  const ends = [], before = new Map(); // ends[n] is the least number with which n + 1 of them end
  for (const x of numbers) {
    if (x < 0) continue;
    let low = 0, high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < x) low = middle + 1; else high = middle;
    }
    ends[low] = x;
    before.set(x, low > 0 ? ends[low - 1] : -1);
  }
  const all = new Set();
  for (let x = ends.length > 0 ? ends[ends.length - 1] : -1; x >= 0; x = before.get(x)) all.add(x);
  return all;
}

const svg = (text) => URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));

// A map that is moved and changed in size: inner lies in box. on has what else may happen to it:
// tap(x, y, event), and grab(x, y, event), which says whether drag(x, y) and drop(x, y) follow in
// the place of moving the map. All places are in pixels of the picture.
function viewer(box, inner, on = {}) {
  let x = 0, y = 0, scale = 1, fit = true, w = 1, h = 1;
  const view = {
    size(width, height) {
      if (fit && w === width && h === height) return;
      w = width;
      h = height;
      if (fit) view.whole();
    },
    whole() {
      const b = box.getBoundingClientRect();
      scale = Math.min(b.width / w, b.height / h) || 1;
      x = (b.width - w * scale) / 2;
      y = (b.height - h * scale) / 2;
      fit = true;
      place();
    },
    zoom(by, px, py) {
      const b = box.getBoundingClientRect();
      px ??= b.width / 2;
      py ??= b.height / 2;
      const to = Math.min(Math.max(scale * by, 0.05), 8);
      x = px - (px - x) * to / scale;
      y = py - (py - y) * to / scale;
      scale = to;
      fit = false;
      place();
    },
    pan(dx, dy) {
      x += dx;
      y += dy;
      fit = false;
      place();
    },
    // show moves the map until a place of it is seen.
    show(px, py) {
      const b = box.getBoundingClientRect(), edge = 40;
      const sx = px * scale + x, sy = py * scale + y;
      const dx = Math.max(edge - sx, 0) + Math.min(b.width - edge - sx, 0);
      const dy = Math.max(edge - sy, 0) + Math.min(b.height - edge - sy, 0);
      if (dx || dy) view.pan(dx, dy);
    },
    keys: {
      ArrowLeft: () => view.pan(60, 0), ArrowRight: () => view.pan(-60, 0),
      ArrowUp: () => view.pan(0, 60), ArrowDown: () => view.pan(0, -60),
      "+": () => view.zoom(1.4), "=": () => view.zoom(1.4), "-": () => view.zoom(1 / 1.4), "0": () => view.whole(),
    },
  };
  function place() {
    inner.style.transform = "translate(" + x + "px," + y + "px) scale(" + scale + ")";
  }
  const at = (e) => {
    const b = box.getBoundingClientRect();
    return [(e.clientX - b.left - x) / scale, (e.clientY - b.top - y) / scale];
  };

  const fingers = new Map();
  let still = null; // where a finger came down that has not moved since
  let held = false;
  box.addEventListener("pointerdown", (e) => {
    if (e.button > 0) return;
    box.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    still = fingers.size === 1 ? [e.clientX, e.clientY] : null;
    held = still !== null && on.grab !== undefined && on.grab(...at(e), e);
  });
  box.addEventListener("pointermove", (e) => {
    const was = fingers.get(e.pointerId);
    if (!was) return;
    if (still && Math.hypot(e.clientX - still[0], e.clientY - still[1]) < 5) return;
    still = null;
    const others = [...fingers].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
    if (others.length === 1) {
      const [ox, oy] = others[0], b = box.getBoundingClientRect();
      const before = Math.hypot(was[0] - ox, was[1] - oy), after = Math.hypot(e.clientX - ox, e.clientY - oy);
      if (before > 0) view.zoom(after / before, (e.clientX + ox) / 2 - b.left, (e.clientY + oy) / 2 - b.top);
    } else if (held) {
      on.drag(...at(e));
    } else if (others.length === 0) {
      view.pan(e.clientX - was[0], e.clientY - was[1]);
    }
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
  });
  box.addEventListener("pointerup", (e) => {
    if (!fingers.delete(e.pointerId)) return;
    if (still && on.tap) on.tap(...at(e), e);
    else if (!still && held) on.drop(...at(e), e);
    held = false;
    still = null;
  });
  box.addEventListener("pointercancel", (e) => {
    fingers.delete(e.pointerId);
    if (held) on.drop(-1, -1, e);
    held = false;
    still = null;
  });
  box.addEventListener("wheel", (e) => {
    const b = box.getBoundingClientRect();
    e.preventDefault();
    view.zoom(Math.exp(-e.deltaY / 500), e.clientX - b.left, e.clientY - b.top);
  }, { passive: false });
  addEventListener("resize", () => { if (fit) view.whole(); });
  return view;
}
