// The turn file: a text that is edited by hand and by clicks.

let sheet = null; // what the player was told; null if no position is open
let reading = null; // what the text comes to
let wantedText = 0; // counts the texts that are read: only the last is shown

// What was written, for undo and redo: past[here] is the text as it is.
let past = [];
let here = 0;
let typing = 0; // when somebody last typed: what is typed without a pause is undone as one

const text = () => $("text").value;

// keep holds the text for the next time that this step is opened here.
const drafts = {
  name: () => "berthier draft " + sheet.game + " " + sheet.side + " " + sheet.step,
  get() {
    try {
      return localStorage.getItem(drafts.name());
    } catch {
      return null;
    }
  },
  set(value) {
    try {
      if (value === sheet.text) localStorage.removeItem(drafts.name());
      else localStorage.setItem(drafts.name(), value);
      $("kept").textContent = value === sheet.text ? "" : t("file.kept");
    } catch {
      $("kept").textContent = t("file.lost");
    }
  },
};

// write puts a text in the place of what stands there, as one thing to be undone.
function write(value) {
  typing = 0;
  if (value !== past[here]) {
    past = [...past.slice(0, here + 1), value];
    here++;
  }
  $("text").value = value;
  return written();
}

function typed() {
  const now = Date.now();
  if (now - typing < 700 && here === past.length - 1 && here > 0) {
    past[here] = text();
  } else {
    past = [...past.slice(0, here + 1), text()];
    here++;
  }
  typing = now;
  written();
}

function turnBack(by) {
  if (here + by < 0 || here + by >= past.length) return;
  here += by;
  typing = 0;
  $("text").value = past[here];
  written();
}

// written looks at the text, and shows what it comes to.
async function written() {
  const mine = ++wantedText;
  asking++; // what is asked about pieces is of the text before
  facings = null;
  drafts.set(text());
  $("undo").disabled = here === 0;
  $("redo").disabled = here === past.length - 1;
  number();
  unsigned();
  const r = await ask("read", { text: text(), have: reading ? reading.leads : "", grounds: [...grounds.keys()] });
  if (r.map) keepGround(r.map);
  if (mine !== wantedText) return;
  if (!r.map && reading) r.map = reading.map;
  reading = r;
  judgeText();
  await drawSheet();
  if (mine === wantedText) await pointed();
}

// number writes the numbers of the lines, and marks those with a fault.
function number() {
  const bad = new Set((reading ? reading.faults || [] : []).map((f) => f.line));
  const good = new Set(reading ? reading.lines || [] : []);
  $("numbers").replaceChildren(...text().split("\n").map((_, i) => {
    const n = make("span", i + 1);
    if (bad.has(i + 1)) n.className = "wrong";
    else if (good.has(i + 1)) n.className = "right";
    return n;
  }));
  $("numbers").scrollTop = $("text").scrollTop;
}

function judgeText() {
  number();
  const faults = reading.faults || [];
  $("judged").textContent = t("file.faults", { n: faults.length });
  $("judged").className = faults.length === 0 ? "good" : "bad";
  $("faults").replaceChildren(...faults.map((f) => {
    const item = make("li");
    if (f.line > 0) {
      const b = make("button", t("file.line", { line: f.line }));
      b.type = "button";
      b.addEventListener("click", () => selectLine(f.line));
      item.append(b, " ");
    }
    item.append(f.msg + " ", ...(f.rule ? [ruleButton(f.rule), " "] : []));
    if (f.hint) item.append(make("span", f.hint, "hint"));
    return item;
  }));
  $("notes").replaceChildren(...(reading.notes || []).map((n) => make("li", n)));
  $("chances").replaceChildren(...(reading.odds || []).map((o) => {
    const item = make("li");
    item.append(make("strong", t("odds.lines", { lines: o.lines.join(", "), n: o.lines.length }) + " "), ...toldLines(o.told));
    return item;
  }));
  $("attacks").hidden = !reading.odds;
}

// toldLines are those of odds.
const toldLines = (all) => all.flatMap((l, i) => i === 0 ? [l] : [make("br"), l]);

function selectLine(n) {
  const lines = text().split("\n");
  const from = lines.slice(0, n - 1).reduce((sum, l) => sum + l.length + 1, 0);
  $("text").focus();
  $("text").setSelectionRange(from, from + (lines[n - 1] || "").length);
}

// add writes an order before a line of the text, in the place of one, or behind all others.
function add({ line, before = 0, instead = 0 }) {
  const lines = text().split("\n");
  let at = (before || instead) - 1;
  if (at < 0) {
    at = lines.findIndex((l) => l.trim().toLowerCase() === "end");
    if (at < 0) {
      at = lines.length;
      while (at > 0 && lines[at - 1].trim() === "") at--;
    }
  }
  lines.splice(at, instead ? 1 : 0, line);
  $("acted").textContent = t("file.added", { line: at + 1, text: line });
  const done = write(lines.join("\n"));
  $("text").scrollTop = (at - 4) * parseFloat(getComputedStyle($("text")).lineHeight);
  return done;
}

// take takes a line out.
function take(n) {
  const lines = text().split("\n");
  $("acted").textContent = t("file.out", { text: lines[n - 1] });
  lines.splice(n - 1, 1);
  return write(lines.join("\n"));
}

async function showSheet(told) {
  sheet = told;
  reading = null;
  forgetChoice();
  past = [told.text];
  here = 0;
  $("orders").hidden = false;
  $("o-title").textContent = told.title;
  $("o-about").textContent = t("game.yours", { game: told.game, side: told.side, turn: told.turn, step: told.step }) + " " +
    [told.next, told.stands].filter((x) => x).join(" ");
  $("owed").replaceChildren(...(told.owed || []).map((d) =>
    make("li", t("owed", { prompt: d.prompt, rule: d.rule, optional: d.optional ? "yes" : "no", without: d.default }))));
  if (!told.owed) $("owed").replaceChildren(make("li", t("owed.nothing")));
  $("text").value = told.text;
  const draft = drafts.get();
  $("acted").textContent = "";
  showCards(told.cards || []);
  showTables(told.tables || []);
  showStanding(told.standing || []);
  if (draft !== null && draft !== told.text) {
    $("acted").textContent = t("file.draft");
    past.push(draft);
    here = 1;
    $("text").value = draft;
  }
  $("text").scrollTop = 0;
  await written();
  if ($("forms").open) openForms();
  field.whole();
}

function showStanding(lines) {
  $("standing").replaceChildren(...lines.map((l) => make("li", l)));
  $("in-force").hidden = lines.length === 0;
}

function showTables(all) {
  $("tables").replaceChildren(...all.map((shown) => {
    const table = make("table"), head = make("tr"), body = make("tbody"), top = make("thead");
    head.append(...shown.columns.map((c) => make("th", c)));
    top.append(head);
    for (const r of shown.rows || []) {
      const row = make("tr");
      row.append(...r.map((c) => make("td", c)));
      body.append(row);
    }
    table.append(make("caption", shown.title), top, body);
    return table;
  }));
  $("stand").hidden = all.length === 0;
}

function save(name, data, type = "application/octet-stream") {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([data], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

$("text").addEventListener("input", typed);
$("text").addEventListener("scroll", () => { $("numbers").scrollTop = $("text").scrollTop; });
$("undo").addEventListener("click", () => turnBack(-1));
$("redo").addEventListener("click", () => turnBack(1));
$("anew").addEventListener("click", () => write(sheet.text));
$("save").addEventListener("click", () => save(sheet.game + "-" + sheet.step + ".txt", text()));
$("orders").addEventListener("keydown", (e) => {
  if (!(e.ctrlKey || e.metaKey) || e.altKey || e.target.matches("input")) return;
  const key = e.key.toLowerCase();
  if (key === "z" || key === "y") {
    e.preventDefault();
    turnBack(key === "y" || e.shiftKey ? 1 : -1);
  }
});
