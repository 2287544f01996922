// Opening a file.

const most = 64 * 1024 * 1024;
let replayed = null; // the archive that is open
let verdict = null; // of its audit
let opened = 0; // counts files, so that what comes late of an earlier one is dropped

async function openFile(file) {
  const mine = ++opened;
  stop();
  if (file.size > most) {
    say(() => t("open.large", { most: most / 1024 / 1024 }));
    return;
  }
  say(() => t("open.now", { name: file.name }));
  try {
    const game = await ask("open", {}, new Uint8Array(await file.arrayBuffer()));
    if (mine !== opened) return;
    $("game").hidden = $("orders").hidden = true;
    replayed = null;
    if (game.sheet) {
      await showSheet(language.of(game.in) ? await ask("tell") : game.sheet);
      showLetter(game);
      say(() => t("open.done", { name: file.name }));
      return;
    }
    replayed = game;
    show(game);
    if (points.length > 0) go(0).then(replayMap.whole);
    say(() => t("open.audit", { name: file.name }));
    verdict = await ask("audit");
    if (mine !== opened) return;
    judge(verdict);
    look(await ask("past"));
    say(() => t("open.done", { name: file.name }));
  } catch (err) {
    if (mine === opened) say(() => t("open.bad", { why: err.message }));
  }
}

$("file").addEventListener("change", () => { if ($("file").files.length > 0) openFile($("file").files[0]); });
addEventListener("dragover", (e) => { e.preventDefault(); $("drop").classList.add("over"); });
addEventListener("dragleave", () => $("drop").classList.remove("over"));
addEventListener("drop", (e) => {
  e.preventDefault();
  $("drop").classList.remove("over");
  if (e.dataTransfer.files.length > 0 && !$("file").disabled) openFile(e.dataTransfer.files[0]);
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
    if (verdict) judge(verdict);
    $("side").value = side;
    if (points.length > 0) go(was);
    if (verdict) look(await ask("past"));
  }
});
