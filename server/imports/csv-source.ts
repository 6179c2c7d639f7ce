import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Columns, OldDatabase, OldRow } from './source.ts';

/** More characters than the largest image takes as a data URL; a longer record indicates a damaged file. */
const MAX_RECORD_CHARACTERS = 32 * 1024 * 1024;

/** Opens a folder of CSV exports: one UTF-8 file `<table>.csv` per table, with a header line. */
export async function openCsvFolder(folder: string): Promise<OldDatabase> {
  const names = await readdir(folder).catch(() => {
    throw new Error(`The folder ${folder} can't be read.`);
  });
  const tables = new Set(names.filter((name) => name.endsWith('.csv')));
  return {
    has: (table) => tables.has(`${table}.csv`),
    rows: (table, columns) => readFile(path.join(folder, `${table}.csv`), columns),
    close: async () => undefined,
  };
}

async function* readFile(file: string, columns: Columns): AsyncGenerator<OldRow> {
  const parser = parse({
    bom: true,
    columns: (names: string[]) => names.map((name) => name.trim()),
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  pipeline(createReadStream(file), parser, () => undefined); // the reader of the rows throws the error
  try {
    for await (const record of parser) yield take(record, columns);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function take(record: Record<string, string | undefined>, columns: Columns): OldRow {
  return Object.fromEntries(
    Object.entries(columns).map(([name, most]) => [name, record[name]?.slice(0, most) || null]),
  );
}

/** Converts a parser's error. Its message may contain file contents, such as a password. */
function unreadable(file: string, error: unknown): unknown {
  const name = path.basename(file);
  if (error instanceof CsvError) {
    const line = 'lines' in error ? ` near line ${String(error.lines)}` : '';
    return new Error(`${name} is no CSV${line} (${error.code}): export it again.`);
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('E') ? new Error(`${name} can't be read (${code}).`) : error;
}
