import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SNAPSHOT = /^\d+_snapshot\.json$/;

/** Returns the snapshot of drizzle-kit with a line for each table, so that a change is readable in a diff. */
export function formatSnapshot(text: string): string {
  const entries = Object.entries<unknown>(JSON.parse(text)).map(([name, value]) => {
    if (name !== 'tables' || typeof value !== 'object' || !value)
      return `${toJson(name)}:${toJson(value)}`;
    const tables = Object.entries(value).map(([table, one]) => `${toJson(table)}:${toJson(one)}`);
    return `${toJson(name)}:{\n${tables.join(',\n')}\n}`;
  });
  return `{\n${entries.join(',\n')}\n}\n`;
}

const toJson = (value: unknown) => JSON.stringify(value);

/** Keeps the newest snapshot only: drizzle-kit reads no other one. */
export function keepNewestSnapshot(metaDir: string): void {
  const newest = listSnapshots(metaDir).pop();
  if (!newest) return;
  for (const name of listSnapshots(metaDir)) if (name !== newest) rmSync(path.join(metaDir, name));
  const file = path.join(metaDir, newest);
  writeFileSync(file, formatSnapshot(readFileSync(file, 'utf8')));
}

/** Returns what differs from the state after `npm run migration`. */
export function findSnapshotFaults(metaDir: string): string {
  const [name, ...more] = listSnapshots(metaDir);
  const text = name ? readFileSync(path.join(metaDir, name), 'utf8') : '';
  const isKept = more.length === 0 && text !== '' && text === formatSnapshot(text);
  return isKept
    ? ''
    : `${metaDir}: generate migrations with npm run migration, which keeps one short snapshot`;
}

function listSnapshots(metaDir: string): string[] {
  return readdirSync(metaDir)
    .filter((name) => SNAPSHOT.test(name))
    .sort();
}
