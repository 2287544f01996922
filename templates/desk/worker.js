// The engine runs here. The page posts the packed engine first, then questions
// {id, word, asked, file}; each is answered by {id, answer}.
"use strict";
let ready = null;
globalThis.deskReady = () => ready();

async function start(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
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
