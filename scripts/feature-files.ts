/** The server file names of a feature, described in CONTRIBUTING. */
const SERVER_FILES = ['routes', 'service', 'queries', 'notices'];
/** Parts of a service in separate files; each may have its queries. */
const SERVER_PARTS: Record<string, string[]> = {
  'api-keys': ['bearer'],
  audit: ['verification'],
  dashboards: ['work'],
  review: ['claims', 'desk', 'waiting'],
  sessions: [
    'cookie',
    'counters',
    'devices',
    'door',
    'exposed-accounts',
    'network',
    'operator',
    'throttle',
  ],
  settings: ['reasons'],
  timelines: ['notes'],
  transactions: [
    'admin-views',
    'own-views',
    'passbook',
    'passbook-csv',
    'references',
    'requests',
    'search',
    'totals',
    'transactions-csv',
    'warnings',
  ],
  translations: ['providers', 'sense', 'translator'],
  users: ['adjust-balance', 'listing', 'own-password', 'removal', 'seed'],
  webhooks: ['announcements', 'deliveries', 'retries', 'sending', 'signature', 'suspension'],
};
/** Folders of a web feature that has too many files for one. */
const WEB_PARTS: Record<string, string[]> = {
  review: ['decision', 'desk', 'list', 'request'],
};
const SQL = /\.query\s*[<(]|\.orm\s*\./;
const WEB_FILE = /^(?:[A-Z][A-Za-z]*\.tsx|[a-z][a-z-]*\.tsx?)$/;

/** Returns every file of a feature with an unexpected name, and every SQL statement outside of queries. */
export function findStrangers(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) => {
    const [, side, feature = '', name = ''] =
      /^(server|web)\/features\/([^/]+)\/(.*)$/.exec(file) ?? [];
    if (side === undefined || name.includes('.test.')) return [];
    if (side === 'web')
      return isWebFile(feature, name) ? [] : [`${file}: no kind of file of a screen`];
    return describeServerFile(file, { feature, name, text });
  });
}

function isWebFile(feature: string, name: string): boolean {
  const part = (WEB_PARTS[feature] ?? []).find((folder) => name.startsWith(`${folder}/`));
  return WEB_FILE.test(part ? name.slice(part.length + 1) : name);
}

function describeServerFile(
  file: string,
  { feature, name, text }: { feature: string; name: string; text: string },
): string[] {
  const parts = SERVER_PARTS[feature] ?? [];
  const names = [...SERVER_FILES, ...parts, ...parts.map((part) => `${part}-queries`)];
  const strange = names.some((known) => name === `${known}.ts`)
    ? []
    : [`${file}: no kind of file of a feature; a new part is listed in scripts/feature-files.ts`];
  const isForSql = name.endsWith('queries.ts');
  return isForSql || !SQL.test(text) ? strange : [...strange, `${file}: SQL stands in queries.ts`];
}
