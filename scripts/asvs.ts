/** The numbers of requirements of levels 1 and 2, by chapter and section. ASVS numbers those of level 3 after them. */
const SECTIONS: Record<number, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const STATES = ['met', 'gap', 'does not apply'] as const;
type State = (typeof STATES)[number];

const TESTS = ['server', 'web', 'e2e', 'contract', 'scripts'];
/** Cells: id, requirement, state, evidence or reason. */
export const TABLE = 'docs/asvs.tsv';
export const SUMMARY = 'docs/asvs.md';

interface Requirement {
  id: string;
  state: string;
  evidence: string;
}

/**
 * Returns what is wrong in the documents about ASVS: a requirement that is missing, twice or without evidence, a named file that
 * does not exist, and counts that differ. `exists` gets a path from the project's folder.
 */
export function findAsvsFaults(
  { table, summary }: { table: string; summary: string },
  exists: (file: string) => boolean,
): string[] {
  const rows = readRows(table);
  const wanted = listIds();
  const seen = rows.map(({ id }) => id);
  const expected = writeCounts(rows);
  return [
    ...wanted.filter((id) => !seen.includes(id)).map((id) => `${id}: missing`),
    ...seen.filter((id) => !wanted.includes(id)).map((id) => `${id}: not of level 1 or 2`),
    ...seen.filter((id, n) => seen.indexOf(id) !== n).map((id) => `${id}: twice`),
    ...rows.flatMap((row) => findRowFaults(row, exists)),
    ...(summary.includes(expected) ? [] : [`${SUMMARY}: needs\n${expected}`]),
  ];
}

function readRows(table: string): Requirement[] {
  const [, ...lines] = table.trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [ids = '', , state = '', evidence = ''] = line.split('\t');
    return expandIds(ids).map((id) => ({ id, state, evidence }));
  });
}

/** Reads `1.2.3`, `1.2.3 to 1.2.5`, and lists of both. */
function expandIds(text: string): string[] {
  return text.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ');
    const section = first.replace(/\d+$/, '');
    const [from, to] = [first, last].map((id) => Number(id.slice(section.length)));
    const count = (to ?? 0) - (from ?? 0) + 1;
    return Array.from({ length: count }, (_, n) => `${section}${(from ?? 0) + n}`);
  });
}

function listIds(): string[] {
  return Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
    counts.flatMap((count, section) =>
      Array.from({ length: count }, (_, n) => `${chapter}.${section + 1}.${n + 1}`),
    ),
  );
}

function findRowFaults(
  { id, state, evidence }: Requirement,
  exists: (file: string) => boolean,
): string[] {
  const named = /`([\w./-]+\.(?:ts|yml|conf))`|\b(docs\/[\w./-]+\.md)/g;
  const names = [...evidence.matchAll(named)].map(([, file, page]) => file ?? page ?? '');
  const lost = names.filter(
    (name) => !exists(name) && !TESTS.some((folder) => exists(`${folder}/${name}`)),
  );
  return [
    ...(STATES.some((one) => one === state) ? [] : [`${id}: the state ${state} does not exist`]),
    ...(evidence.trim() === '' ? [`${id}: no evidence or reason`] : []),
    ...lost.map((name) => `${id}: ${name} does not exist`),
  ];
}

/** Returns the table of the summary. */
function writeCounts(rows: Requirement[]): string {
  const lines = Object.keys(SECTIONS).map((chapter) =>
    writeLine(
      `V${chapter}`,
      rows.filter(({ id }) => id.startsWith(`${chapter}.`)),
    ),
  );
  return ['| chapter | applies | met | gap | met of those that apply |', '|---|---|---|---|---|']
    .concat(lines, writeLine('all', rows))
    .join('\n');
}

function writeLine(name: string, rows: Requirement[]): string {
  const count = (state: State) => rows.filter((row) => row.state === state).length;
  const [met, gap] = [count('met'), count('gap')];
  const applies = met + gap;
  const share = applies === 0 ? '–' : `${((100 * met) / applies).toFixed(1)} %`;
  return `| ${name} | ${applies} | ${met} | ${gap} | ${share} |`;
}
