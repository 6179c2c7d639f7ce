import type { Rollup } from 'vite';

/** Adds to `files` the names of a chunk, of all that it imports, and of their styles. */
export function collectFiles(
  chunk: Rollup.OutputChunk,
  bundle: Rollup.OutputBundle,
  files = new Set<string>(),
): Set<string> {
  if (files.has(chunk.fileName)) return files;
  files.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') collectFiles(imported, bundle, files);
  }
  return files;
}
