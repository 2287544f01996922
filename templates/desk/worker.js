// The engine runs here. The page posts the packed engine first, then questions
// {id, word, asked, file}; each is answered by {id, answer}.
"use strict";
let ready = null;
globalThis.deskReady = () => ready();
globalThis.deskProgress = (part) => postMessage({ part });

// unpacked is the engine as it is unpacked, so that the browser compiles the one part while the next is
// unpacked.
function unpacked(packed) {
  const part = 1 << 18;
  let at = 0, out = null;
  const unpack = new fzstd.Decompress((bytes) => { if (bytes.length > 0) out.enqueue(bytes); });
  return new ReadableStream({
    pull(to) {
      out = to;
      unpack.push(packed.subarray(at, at + part), at + part >= packed.length);
      at += part;
      if (at >= packed.length) to.close();
    },
  });
}

async function start(packed) {
  const go = new Go();
  const engine = new Response(unpacked(packed), { headers: { "Content-Type": "application/wasm" } });
  const { instance } = await WebAssembly.instantiateStreaming(engine, go.importObject);
  const up = new Promise((done) => { ready = done; });
  go.run(instance).then(() => postMessage({ broken: "the engine has stopped" }));
  await up;
  postMessage({ ready: true });
}

onmessage = async ({ data }) => {
  try {
    if (data.engine) {
      await start(data.engine);
    } else {
      postMessage({ id: data.id, answer: globalThis.desk(data.word, data.asked, data.file) });
    }
  } catch (err) {
    postMessage({ broken: String(err) });
  }
};
