// The key of the player, and the mail with what he signed.

let key = null; // {private, public, fingerprint}; null if there is none
let letter = {}; // what is known of the mail

const keyName = "berthier key";

function keepKey(k) {
  key = k;
  try {
    if (k) localStorage.setItem(keyName, JSON.stringify(k));
    else localStorage.removeItem(keyName);
    return true;
  } catch {
    return false;
  }
}

function showKey() {
  try {
    key ??= JSON.parse(localStorage.getItem(keyName));
  } catch {
    key = null;
  }
  $("signing").hidden = false;
  $("key-is").textContent = key ? t("key.yours", { fingerprint: key.fingerprint }) : t("key.none");
  $("key-new").hidden = key !== null;
  for (const id of ["key-save", "key-copy", "key-forget", "sign-join", "join-line"]) $(id).hidden = key === null;
  $("sign").hidden = key === null || sheet === null;
}

function showLetter(game) {
  letter = game.answer || { to: "", from: "", subject: t("mail.orders", { game: game.game }) };
  for (const id of ["to", "from", "subject"]) $(id).value = letter[id] || "";
  showKey();
}

// unsigned takes away what was signed: the text has changed since.
function unsigned() {
  $("signed").hidden = true;
  $("signed-text").value = "";
}

async function withKey(word, about) {
  try {
    const k = await ask(word, { ...about, pass: $("pass").value });
    const stays = keepKey(k);
    showKey();
    if (!stays) $("key-is").textContent += " " + t("key.lost");
    if (word === "makekey") save("berthier-key", k.private);
  } catch (err) {
    $("key-is").textContent = t("key.bad", { why: err.message });
  }
}

async function signText(what, faults) {
  try {
    $("signed-text").value = await ask("sign", { text: what, private: key.private, pass: $("pass").value });
  } catch (err) {
    $("key-is").textContent = t("sign.bad", { why: err.message });
    return;
  }
  $("signed").hidden = false;
  $("sent").textContent = faults ? t("sign.faults") : "";
  link();
  $("signed").scrollIntoView({ block: "nearest" });
}

const addressed = () => ({ to: $("to").value.trim(), from: $("from").value.trim(), subject: $("subject").value });

// link is for mail programs, which take letters up to some length in this way.
function link() {
  const l = addressed();
  const url = "mailto:" + encodeURIComponent(l.to).replace(/%40/g, "@") + "?subject=" + encodeURIComponent(l.subject) +
    "&body=" + encodeURIComponent($("signed-text").value.replace(/\r?\n/g, "\r\n"));
  $("mailto").hidden = url.length > 1900 || !l.to;
  $("mailto").href = url;
}

async function copy(what, said) {
  try {
    await navigator.clipboard.writeText(what);
    $(said).textContent = t("copied");
  } catch {
    $(said).textContent = t("copied.not");
  }
}

$("key-form").addEventListener("submit", (e) => {
  e.preventDefault();
  if (key === null) withKey("makekey", { comment: $("comment").value });
});
$("key-file").addEventListener("change", async () => {
  const file = $("key-file").files[0];
  if (!file) return;
  if (file.size > 1 << 16) $("key-is").textContent = t("key.long");
  else await withKey("usekey", { private: await file.text() });
  $("key-file").value = "";
});
$("key-save").addEventListener("click", () => save("berthier-key", key.private));
$("key-copy").addEventListener("click", () => copy(key.public, "key-is"));
$("key-forget").addEventListener("click", () => {
  if (!confirm(t("key.sure"))) return;
  keepKey(null);
  unsigned();
  showKey();
});
$("sign").addEventListener("click", () => signText(text(), reading && reading.faults));
$("sign-join").addEventListener("click", () => {
  $("subject").value = "join";
  signText("join " + $("code").value.trim() + "\nend\n", false);
});
$("copy").addEventListener("click", () => copy($("signed-text").value, "sent"));
for (const id of ["to", "subject"]) $(id).addEventListener("input", link);
$("eml").addEventListener("click", async () => {
  try {
    const l = { ...addressed(), reply: letter.reply, text: $("signed-text").value, now: Math.floor(Date.now() / 1000) };
    save("orders.eml", await ask("draft", { letter: l }), "message/rfc822");
    $("sent").textContent = t("mail.saved");
  } catch (err) {
    $("sent").textContent = t("mail.bad", { why: err.message });
  }
});
