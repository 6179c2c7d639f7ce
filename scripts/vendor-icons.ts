import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSources } from './import-rules.ts';
import { installTools } from './tools.ts';

/*
 * Writes web/ui/icons/ from Tabler's icons, a file for each icon that the browser's sources import: to use another one, import it,
 * then run `npm run vendor-icons`. The package of all icons has 50 MB, so `npm ci` does not install it.
 */

type Nodes = Record<string, [tag: string, attributes: Record<string, string>][]>;

const projectDir = path.resolve(import.meta.dirname, '..');
const outDir = path.join(projectDir, 'web/ui/icons');
const source = path.join(installTools('icons'), 'node_modules/@tabler/icons');
const readJson = (name: string) => JSON.parse(readFileSync(path.join(source, name), 'utf8'));
const nodes: Nodes = readJson('tabler-nodes-outline.json');
const names = new Map(Object.keys(nodes).map((name) => [componentOf(name), name]));
const head = `// Written by scripts/vendor-icons.ts. From Tabler Icons ${readJson('package.json').version}, see LICENSE.`;

const used = findUsed();
for (const component of used) writeFileSync(fileOf(component), write(component));
const unused = readdirSync(outDir).filter(
  (name) => /^Icon\w+\.ts$/.test(name) && !used.has(name.slice(0, -3)),
);
for (const name of unused) rmSync(path.join(outDir, name));
cpSync(path.join(source, 'LICENSE'), path.join(outDir, 'LICENSE'));
console.log(`${used.size} icons in web/ui/icons/, ${unused.length} removed`);

function findUsed(): Set<string> {
  const texts = [...readSources(projectDir)].filter(([file]) => !file.startsWith('scripts/'));
  const imported = texts.flatMap(([, text]) => [...text.matchAll(/\/icons\/(Icon\w+)\.ts'/g)]);
  return new Set(imported.flatMap(([, component]) => component ?? []));
}

function fileOf(component: string): string {
  return path.join(outDir, `${component}.ts`);
}

/** `arrow-back-up` is `IconArrowBackUp`, `login-2` is `IconLogin2`. */
function componentOf(name: string): string {
  const parts = name.split('-').map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`);
  return `Icon${parts.join('')}`;
}

function write(component: string): string {
  const name = names.get(component);
  const drawn = name && nodes[name];
  if (!drawn) throw new Error(`Tabler has no icon ${component}`);
  const paths = drawn.map(([tag, { d, ...others }]) => {
    if (tag !== 'path' || !d || Object.keys(others).length > 0)
      throw new Error(
        `${component} consists of more than paths: extend web/ui/icons/draw-icon.tsx`,
      );
    return `  '${d}',\n`;
  });
  return `${head}\nimport { drawIcon } from './draw-icon.tsx';\n\nexport const ${component} = /* @__PURE__ */ drawIcon('${name}', [\n${paths.join('')}]);\n`;
}
