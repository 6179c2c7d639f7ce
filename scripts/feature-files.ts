/** The file names of a feature on the server, and of a part of it, which is a folder. CONTRIBUTING describes them. */
const SERVER_FILES = ['routes', 'service', 'queries', 'events', 'views', 'csv'];
/** Every other file of a feature on the server: at most ten. */
const OTHER_SERVER_FILES = [
  'sessions/cookie',
  'sessions/devices',
  'sessions/throttle/counters',
  'sessions/throttle/network',
  'transactions/requests/references',
  'translations/providers',
  'translations/validate-translation',
  'translations/translator',
  'webhooks/sending/signature',
];
const SERVER_FILE = new RegExp(`^[a-z-]+/(?:[a-z-]+/)?(?:${SERVER_FILES.join('|')})$`);
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

/** Returns every file of a feature with an unexpected name, and every SQL statement outside of queries. */
export function findUnexpectedFiles(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) => {
    const [, side, name = ''] = /^(server|web)\/features\/(.*)$/.exec(file) ?? [];
    if (side === undefined || name.includes('.test.')) return [];
    if (side === 'server') return describeServerFile(file, name.replace(/\.ts$/, ''), text);
    return WEB_FILE.test(name) ? [] : [`${file}: no file of a feature has this name`];
  });
}

function describeServerFile(file: string, name: string, text: string): string[] {
  const isExpected = SERVER_FILE.test(name) || OTHER_SERVER_FILES.includes(name);
  const unexpected = isExpected ? [] : [`${file}: no file of a feature has this name`];
  const isForSql = name.endsWith('/queries');
  return isForSql || !SQL.test(text)
    ? unexpected
    : [...unexpected, `${file}: SQL stands in queries.ts`];
}
