import type { Rollup } from 'vite';

/** Adds to `files` the names of a chunk, after those of all that it imports, and of their styles. */
export function collectFiles(
  chunk: Rollup.OutputChunk,
  bundle: Rollup.OutputBundle,
  files = new Set<string>(),
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return files;
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') collectFiles(imported, bundle, files, seen);
  }
  for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
  return files.add(chunk.fileName);
}

/** What the entry imports, and the application that it starts. */
export function collectEntry(bundle: Rollup.OutputBundle): {
  entry: Set<string>;
  application: Set<string>;
} {
  const [entry, application] = [new Set<string>(), new Set<string>()];
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk' || !chunk.isEntry) continue;
    collectFiles(chunk, bundle, entry);
    for (const name of chunk.dynamicImports) {
      const started = bundle[name];
      if (started?.type === 'chunk') collectFiles(started, bundle, application);
    }
  }
  return { entry, application };
}
