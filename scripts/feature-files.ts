/**
 * A file of a feature on the server is named by what it does. Its suffix says what else it is: SQL, notifications and events, or
 * background work. A folder in a feature has at least three files, and at least two in the browser.
 */
const SERVER_FILE =
  /^[a-z-]+\/(?:[a-z-]+\/)?(?:routes|(?!(?:service|queries|events|jobs|views|csv|helpers|utils|common)\b)[a-z][a-z0-9-]*(?:\.(?:queries|events|jobs))?)\.ts$/;
/** Folders in features, each with its smallest number of files. */
const FOLDERS: [RegExp, number][] = [
  [/^server\/features\/[^/]+\/[^/]+(?=\/)/, 3],
  [/^web\/features\/[^/]+\/[^/]+(?=\/)/, 2],
  [/^web\/features\/[^/]+\/[^/]+\/[^/]+(?=\/)/, 2],
];
const SQL = /\.query\s*[<(]|\.orm\s*\./;

/** The files of a feature in the browser, and of a part of it. */
const WEB_KINDS = [
  'queries\\.ts',
  'model\\.ts',
  'model/[a-z][a-z-]*\\.ts',
  '(?:hooks/)?use-[a-z-]+\\.tsx?',
  '(?:components/)?[A-Z][A-Za-z]*\\.tsx',
  'pages/[A-Z][A-Za-z]*Page\\.tsx',
];
const WEB_PART = '(?:(?!(?:model|hooks|components|pages)/)[a-z-]+/)?';
const WEB_FILE = new RegExp(`^[a-z-]+/${WEB_PART}(?:${WEB_KINDS.join('|')})$`);

/** Returns every file of a feature with an unexpected name, every SQL statement outside of queries, and every small folder. */
export function findUnexpectedFiles(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources].filter(
    ([file]) => /^(?:server|web)\/features\//.test(file) && !file.includes('.test.'),
  );
  const found = files.flatMap(([file, text]) => describeFile(file, text));
  const names = files.map(([file]) => file);
  return [...found, ...FOLDERS.flatMap((folder) => findSmallFolders(names, ...folder))];
}

function describeFile(file: string, text: string): string[] {
  const [, side, name = ''] = /^(server|web)\/features\/(.*)$/.exec(file) ?? [];
  const isExpected = (side === 'server' ? SERVER_FILE : WEB_FILE).test(name);
  const unexpected = isExpected ? [] : [`${file}: no file of a feature has this name`];
  const isMisplaced = side === 'server' && !name.endsWith('.queries.ts') && SQL.test(text);
  return isMisplaced ? [...unexpected, `${file}: SQL stands in .queries.ts`] : unexpected;
}

function findSmallFolders(files: string[], pattern: RegExp, smallest: number): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = pattern.exec(file)?.[0];
    if (folder !== undefined) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count < smallest)
    .map(([folder, count]) => `${folder}: a folder of ${count}; its files belong to the feature`);
}
