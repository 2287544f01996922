// Orders by forms: of the words that may come next, one after the other.

let forms = [];

async function openForms() {
  forms = await ask("forms", { text: text() });
  const was = $("verb").value;
  $("verb").replaceChildren(...forms.map((f) => {
    const o = make("option", f.ahead ? t("forms.later", { word: f.word }) : f.word);
    o.value = f.word;
    return o;
  }));
  if (forms.some((f) => f.word === was)) $("verb").value = was;
  fill([]);
}

// fill shows a choice for each word behind those that are chosen, as far as there is one.
function fill(words) {
  const form = forms.find((f) => f.word === $("verb").value);
  if (!form) return;
  $("usage").textContent = form.usage + " [" + form.rule + "]: " + form.help;
  const lines = (form.lines || []).map((l) => l.split(" ").slice(1));
  const parts = [];
  const prefix = [];
  const given = [...words];
  for (;;) {
    const n = prefix.length;
    const fits = lines.filter((l) => prefix.every((w, i) => l[i] === w));
    const next = [...new Set(fits.filter((l) => l.length > n).map((l) => l[n]))];
    const done = fits.some((l) => l.length === n);
    if (next.length === 0) break;
    if (next.length === 1 && !done) {
      prefix.push(next[0]);
      given.shift();
      continue;
    }
    const pick = make("select");
    pick.setAttribute("aria-label", [form.word, ...prefix].join(" "));
    const none = make("option", done ? t("forms.done") : "...");
    none.value = "";
    pick.append(none, ...next.map((w) => { const o = make("option", w); o.value = w; return o; }));
    const word = given.shift();
    pick.value = next.includes(word) ? word : "";
    const before = [...prefix];
    pick.addEventListener("change", () => {
      fill([...before, pick.value]);
      const all = $("words").querySelectorAll("select");
      (all[parts.indexOf(pick)] || $("line")).focus();
    });
    parts.push(pick);
    if (pick.value === "") break;
    prefix.push(pick.value);
  }
  $("words").replaceChildren(...parts);
  $("line").value = [form.word, ...prefix].join(" ");
}

$("forms").addEventListener("toggle", () => { if ($("forms").open && sheet) openForms(); });
$("verb").addEventListener("change", () => fill([]));
$("form").addEventListener("submit", async (e) => {
  e.preventDefault();
  const line = $("line").value.trim();
  if (!line) return;
  // The text may be another one since the form was filled in, and the line to replace with it.
  const form = (await ask("forms", { text: text() })).find((f) => f.word === line.split(" ")[0]);
  await add({ line, instead: form ? form.instead : 0 });
  openForms();
});
