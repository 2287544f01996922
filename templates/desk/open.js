// Opening a file.

const most = 64 * 1024 * 1024;
let opened = 0; // counts files, so that what comes late of an earlier one is dropped

async function openFile(file) {
  const mine = ++opened;
  stop();
  if (file.size > most) {
    say("The file is too large: the desk opens at most " + most / 1024 / 1024 + " MB.");
    return;
  }
  say("Opening " + file.name + ".");
  try {
    const game = await ask("open", {}, new Uint8Array(await file.arrayBuffer()));
    if (mine !== opened) return;
    $("game").hidden = $("orders").hidden = true;
    if (game.sheet) {
      await showSheet(game.sheet);
      showLetter(game);
      say("Open: " + file.name + ".");
      return;
    }
    show(game);
    say("Open: " + file.name + ". The audit is running.");
    const verdict = await ask("audit");
    if (mine !== opened) return;
    judge(verdict);
    look(await ask("past"));
    say("Open: " + file.name + ".");
  } catch (err) {
    if (mine === opened) say("This cannot be opened: " + err.message);
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

// The rest of the file is there when the whole of it has been read.
addEventListener("DOMContentLoaded", () => {
  if (document.characterSet !== "windows-1252") {
    say("A server has changed this page on its way: it calls it " + document.characterSet +
      ". Save the file and open it by a double click.");
    return;
  }
  language.begin();
  begin();
});

$("language").addEventListener("change", async () => {
  language.keep();
  if (!$("orders").hidden) {
    const was = sheet.text, now = text();
    await showSheet(await ask("tell"));
    if (now !== was && now !== text()) write(now);
  } else if (points.length > 0) {
    forget();
    go(now);
  }
});
