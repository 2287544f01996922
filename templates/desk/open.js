// Opening a file.

const most = 64 * 1024 * 1024;
let replayed = null; // the archive that is open
let verdict = null; // of its audit
let opened = 0; // counts files, so that what comes late of an earlier one is dropped

// openFiles opens one file, or several reports of a player as one game.
async function openFiles(files) {
  const mine = ++opened;
  stop();
  if (files.reduce((sum, f) => sum + f.size, 0) > most) {
    say(() => t("open.large", { most: most / 1024 / 1024 }));
    return;
  }
  const name = () => files.length === 1 ? files[0].name : t("open.together", { n: files.length });
  say(() => t("open.now", { name: name() }));
  try {
    const parts = await Promise.all(files.map((f) => f.arrayBuffer()));
    const game = files.length === 1 ? await ask("open", {}, new Uint8Array(parts[0])) :
      await ask("reports", { sizes: parts.map((p) => p.byteLength) }, new Uint8Array(await new Blob(parts).arrayBuffer()));
    if (mine !== opened) return;
    $("game").hidden = $("orders").hidden = true;
    replayed = verdict = null;
    forgetGrounds();
    $("drop").classList.add("small");
    wanted++; // what comes late of the replay before is not shown
    if (game.sheet) {
      await showSheet(language.of(game.in) ? await ask("tell") : game.sheet);
      showLetter(game);
      say(() => t("open.done", { name: name() }));
      return;
    }
    language.of(game.in);
    replayed = game;
    show(game);
    if (points.length > 0) go(0).then(replayMap.whole);
    if (game.still !== "reports") await auditNow(mine, name);
    if (mine === opened) say(() => t("open.done", { name: name() }));
  } catch (err) {
    if (mine === opened) say(() => t("open.bad", { why: err.message }));
  }
}

async function auditNow(mine, name) {
  say(() => t("open.audit", { name: name() }));
  const found = await ask("audit");
  if (mine !== opened) return;
  judge(verdict = found);
  const past = await ask("past");
  if (mine === opened) look(past);
}

// keepMails adds mails to the audit of the archive that is open.
async function keepMails(files) {
  const mine = ++opened;
  try {
    for (const f of files) {
      if (f.size > most) throw new Error(t("open.large", { most: most / 1024 / 1024 }));
      await ask("keep", { name: f.name }, new Uint8Array(await f.arrayBuffer()));
    }
    awaitVerdict();
    const name = () => files.map((f) => f.name).join(", ");
    await auditNow(mine, name);
    if (mine === opened) say(() => t("open.done", { name: name() }));
  } catch (err) {
    if (mine === opened) say(() => t("open.bad", { why: err.message }));
  }
}

const isMail = (f) => f.name.toLowerCase().endsWith(".eml");

$("file").addEventListener("change", () => { if ($("file").files.length > 0) openFiles([...$("file").files]); });
$("mails").addEventListener("change", () => { if ($("mails").files.length > 0) keepMails([...$("mails").files]); });
addEventListener("dragover", (e) => { e.preventDefault(); $("drop").classList.add("over"); });
addEventListener("dragleave", () => $("drop").classList.remove("over"));
addEventListener("drop", (e) => {
  e.preventDefault();
  $("drop").classList.remove("over");
  const files = [...e.dataTransfer.files];
  if (files.length === 0 || $("file").disabled) return;
  // Mails that are dropped on an archive are for its audit.
  if (replayed && !$("audit").hidden && files.every(isMail)) keepMails(files);
  else openFiles(files);
});

language.begin();
say(() => t("wait"));
stop();
showChoices();

// The rest of the file is there when the whole of it has been read.
addEventListener("DOMContentLoaded", () => {
  if (document.characterSet !== "windows-1252") {
    say(() => t("broken.charset", { charset: document.characterSet }));
    return;
  }
  begin();
});

$("language").addEventListener("change", async () => {
  language.keep();
  label();
  stop();
  say(saying);
  if (key !== null || !$("signing").hidden) showKey();
  if (!$("orders").hidden) {
    const was = sheet.text, now = text();
    await showSheet(await ask("tell"));
    if (now !== was && now !== text()) write(now);
  } else if (replayed) {
    const was = now, side = $("side").value;
    show(replayed);
    if (verdict) judge(verdict = await ask("audit"));
    $("side").value = side;
    if (points.length > 0) go(was);
    if (verdict) look(await ask("past"));
  }
});
