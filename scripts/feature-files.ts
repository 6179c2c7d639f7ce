/**
 * A file of a feature on the server is named by what it does. Its suffix says what else it is: SQL, notifications and events, or
 * background work. A folder in a feature has at least three files.
 */
const SERVER_FILE =
  /^[a-z-]+\/(?:[a-z-]+\/)?(?:routes|(?!(?:service|queries|events|jobs|views|csv|helpers|utils|common)\b)[a-z][a-z0-9-]*(?:\.(?:queries|events|jobs))?)\.ts$/;
const SMALLEST_FOLDER = 3;
const SQL = /\.query\s*[<(]|\.orm\s*\./;

/** The files of a feature in the browser, and of a part of it. */
const WEB_KINDS = [
  'queries\\.ts',
  'model\\.ts',
  'model/[a-z][a-z-]*\\.ts',
  'hooks/use-[a-z-]+\\.tsx?',
  'components/[A-Z][A-Za-z]*\\.tsx',
  'pages/[A-Z][A-Za-z]*Page\\.tsx',
];
const WEB_FILE = new RegExp(`^[a-z-]+/(?:[a-z-]+/)?(?:${WEB_KINDS.join('|')})$`);

/** Returns every file of a feature with an unexpected name, every SQL statement outside of queries, and every small folder. */
export function findUnexpectedFiles(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources].filter(([file]) => /^(?:server|web)\/features\//.test(file));
  const found = files
    .filter(([file]) => !file.includes('.test.'))
    .flatMap(([file, text]) => describeFile(file, text));
  return [...found, ...findSmallFolders(files.map(([file]) => file))];
}

function describeFile(file: string, text: string): string[] {
  const [, side, name = ''] = /^(server|web)\/features\/(.*)$/.exec(file) ?? [];
  const isExpected = (side === 'server' ? SERVER_FILE : WEB_FILE).test(name);
  const unexpected = isExpected ? [] : [`${file}: no file of a feature has this name`];
  const isMisplaced = side === 'server' && !name.endsWith('.queries.ts') && SQL.test(text);
  return isMisplaced ? [...unexpected, `${file}: SQL stands in .queries.ts`] : unexpected;
}

function findSmallFolders(files: readonly string[]): string[] {
  const folderOf = (file: string) => /^server\/features\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0];
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = folderOf(file);
    if (folder !== undefined && !file.includes('.test.')) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([, count]) => count < SMALLEST_FOLDER)
    .map(([folder, count]) => `${folder}: a folder of ${count}; its files belong to the feature`);
}
