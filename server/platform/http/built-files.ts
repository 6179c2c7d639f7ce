import { readFileSync } from 'node:fs';
import path from 'node:path';

interface BuiltScript {
  file: string;
  imports?: string[];
  css?: string[];
}
export type BuiltScripts = Record<string, BuiltScript>;

const SCREEN = /^routes\/(.+)\.tsx\?/;

export function readBuiltScripts(webDir: string): BuiltScripts {
  return JSON.parse(readFileSync(path.join(webDir, '.vite/manifest.json'), 'utf8'));
}

/** Dependencies come first. Throws if a source was not built into a separate script. */
export function filesOf(scripts: BuiltScripts, sources: string[]): string[] {
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (source: string) => {
    if (visited.has(source)) return;
    visited.add(source);
    const script = scripts[source];
    if (!script) throw new Error(`The build has no script of ${source}`);
    script.imports?.forEach(visit);
    for (const file of [...(script.css ?? []), script.file]) files.add(file);
  };
  sources.forEach(visit);
  return [...files];
}

export function filesByAddress(scripts: BuiltScripts): Map<string, string[]> {
  const named = new Set(filesOf(scripts, ['index.html']));
  const screens = new Map<string, string[]>();
  for (const source of Object.keys(scripts)) {
    const route = SCREEN.exec(source)?.[1];
    if (!route) continue;
    const layout = source.replace(route, path.dirname(route));
    const sources = [layout, source].filter((each) => each in scripts);
    const files = filesOf(scripts, sources);
    screens.set(
      addressOf(route),
      files.filter((file) => !named.has(file)),
    );
  }
  return screens;
}

/** `_user/user.deposit` is the route of `/user/deposit`. A leading underscore marks a layout without an address. */
function addressOf(route: string): string {
  const parts = route.split(/[/.]/).filter((part) => part !== 'index' && !part.startsWith('_'));
  return `/${parts.join('/')}`;
}
