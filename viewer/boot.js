// Starts the viewer. The build puts the glue and `speedsheetWasm`, the base64 of the gzip
// of the program, in front of this. A classic script and no fetch: it runs from disk too.
(async () => {
  const unpack = (base64) => {
    const packed = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream);
  };
  try {
    // The data script of the page runs before this one and leaves its runs here, in the
    // order of their articles.
    const queue = self.speedsheetQueue ?? [];
    // Awaited together: a failure that nobody waits for yet would go to the console.
    const [program, runs] = await Promise.all([
      unpack(speedsheetWasm).arrayBuffer(),
      Promise.all(queue.map((data) => unpack(data).json())).catch(() => {
        throw new Error("the data of this page is damaged");
      }),
    ]);
    await wasm_bindgen({ module_or_path: program });
    wasm_bindgen.start(runs);
  } catch (error) {
    // What is on the page stays readable; say what is missing.
    const place = document.querySelector("[data-viewer-error]");
    if (place && place.hidden) {
      place.textContent = `The interactive view failed: ${error?.message ?? error}. The page itself is complete.`;
      place.hidden = false;
    }
    document.documentElement.dataset.viewerState = "failed";
  }
})();
