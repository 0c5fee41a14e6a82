// Starts the viewer. The build puts the glue and `speedsheetWasm` in front of this.
(async () => {
  const packed = Uint8Array.from(atob(speedsheetWasm), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  await wasm_bindgen({ module_or_path: await new Response(stream).arrayBuffer() });
})();
