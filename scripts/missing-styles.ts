import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const STYLES = createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css');

/** Fails the build when it uses a component of Mantine whose styles web/mantine.css leaves out. */
export function missingStyles(): Plugin {
  return {
    name: 'missing-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const has = { js: new Set<string>(), css: new Set<string>() };
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') note(has.js, file.code);
        else if (file.fileName.endsWith('.css')) note(has.css, file.source.toString());
      }
      const missing = [...note(new Set(), readFileSync(STYLES, 'utf8'))].filter(
        (name) => has.js.has(name) && !has.css.has(name),
      );
      if (missing.length === 0) return;
      this.error(
        `web/mantine.css leaves out the styles of ${missing.join(', ')}: look in ` +
          'node_modules/@mantine/core/styles for the file that has them, and import it.',
      );
    },
  };
}

/** Class names as Mantine makes them: one for each part of a component. */
function note(names: Set<string>, text: string): Set<string> {
  for (const [name] of text.matchAll(/\bm_[0-9a-f]{6,8}\b/g)) names.add(name);
  return names;
}
