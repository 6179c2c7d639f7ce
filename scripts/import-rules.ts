import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** One import or re-export: its source, and the names of the imported values (not types), '*' for all. */
interface Import {
  target: string;
  values: string[];
  typeOnly: boolean;
}

interface Entry {
  isType: boolean;
  importName: { name: string | null | undefined };
}
type Sources = ReadonlyMap<string, string>;
type Rule = (file: string, imported: Import) => string | undefined;

const FOLDERS = ['contract', 'server', 'web', 'scripts', 'bench', 'e2e'];
/** The contract's modules from which the browser may import values; the others need zod. */
const BROWSER_CONTRACT = [
  'shared/money',
  'shared/permissions',
  'shared/errors',
  'shared/enums',
  'shared/limits',
  'shared/text',
  'shared/rest',
  'shared/traces',
  'events/frames',
  'events/position',
  'uploads/routes',
  'uploads/answers',
  'settings/table',
  'audit-actions',
  'transactions/facts',
  'transactions/states',
  'transactions/warnings',
];
const SERVER_PACKAGES =
  /^(?:node:|zod$|zod\/|@orpc\/(?:server|zod|openapi)(?:\/|$)|fastify|@fastify\/|pg$|drizzle-orm)/;

/** Stand-ins for third parties, databases and the clock, shared by the server's tests and the end-to-end tests. */
const STAND_IN =
  /^server\/testing\/(?:audit-key|clock|postgres|databases|demo-history|translation-service|webhook-receiver|smtp|sign-in-provider|free-port)\.ts$/;

/** Tests that run the application and a server in one process. */
const IN_PROCESS = /^e2e\/screens\//;

/** Folders that may not import each other in a circle. */
const HAS_NO_CIRCLES = /^(?:contract|server|web)\b/;

const COMPONENT_OR_HOOK = /^(?:[A-Z][a-z]\w*|use[A-Z]\w*)$/;

/** Features with transactions without a signed-in actor: the first start, signing in and out, verification, deliveries, encryption. */
const SYSTEM_WORK = [
  'server/features/users/seed-users.ts',
  'server/features/sessions/sign-in-links.ts',
  'server/features/sessions/throttle/login-counters.ts',
  'server/features/sessions/login.ts',
  'server/features/sessions/throttle/throttle-logins.ts',
  'server/features/identities/provider-login.ts',
  'server/features/identities/follow-groups.ts',
  'server/features/approvals/expire-approvals.ts',
  'server/features/audit/seal-audit.ts',
  'server/features/audit/signing-keys.ts',
  'server/features/audit/check-chains.ts',
  'server/features/bank-accounts/encrypt-numbers.ts',
  'server/features/second-factors/factor-attempts.ts',
  'server/features/reconciliation/match-new-lines.ts',
  'server/features/settings/factor-policy.ts',
  'server/features/transactions/hash-receipts.ts',
  'server/features/webhooks/send-webhooks.ts',
  'server/features/users/erase-accounts.ts',
  'server/features/recovery/recovery.ts',
  'server/features/mails/mail-digests.ts',
  'server/features/verifications/erase-documents.ts',
];

const rules: Rule[] = [
  contractStandsAlone,
  sidesMeetInContract,
  browserStaysLight,
  importsRunOneWay,
  featuresMeetAtTheirDoors,
];

export function findViolations(sources: Sources): string[] {
  const found: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const { imports, reExports } = readModule(file, text);
    if (lacksLayer(file)) found.push(`${file}: its folder has no row in LAYERS`);
    if (isBarrel(file, reExports)) found.push(`${file}: a barrel; import from the file itself`);
    graph.set(
      file,
      imports.map((one) => one.target),
    );
    if (opensTransaction(file, text)) found.push(`${file}: a command starts with runCommand`);
    for (const imported of imports) {
      const broken = rules.map((rule) => rule(file, imported)).filter((text) => text !== undefined);
      found.push(...broken.map((text) => `${file} imports ${imported.target}: ${text}`));
    }
  }
  const cycles = [...findCycles(graph), ...findCycles(linkFolders(graph))];
  return [...found, ...cycles.map((cycle) => `cycle: ${cycle.join(' -> ')}`)].sort();
}

export function readSources(projectDir: string): Sources {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(projectDir, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, name.replaceAll(path.sep, '/')),
    ),
  );
  const isOurs = (name: string) =>
    !name.includes('/node_modules/') && name !== 'web/routeTree.gen.ts';
  const sources = files.filter((name) => /\.tsx?$/.test(name) && isOurs(name));
  return new Map(sources.map((name) => [name, readFileSync(path.join(projectDir, name), 'utf8')]));
}

function readModule(file: string, text: string): { imports: Import[]; reExports: number } {
  const { module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const take = (name: string, entries: Entry[]): Import => ({
    target: resolveImport(file, name),
    values: entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? '*'),
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  });
  const named = module.staticImports.map(({ moduleRequest, entries }) =>
    take(moduleRequest.value, entries),
  );
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.moduleRequest ? take(entry.moduleRequest.value, [entry]) : [],
    ),
  );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^['"](.*)['"]$/.exec(text.slice(start, end))?.[1];
    return literal === undefined ? [] : take(literal, []);
  });
  return { imports: [...named, ...exported, ...dynamic], reExports: exported.length };
}

function resolveImport(file: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1);
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
}

function isBarrel(file: string, reExports: number): boolean {
  return reExports > 0 && /(?:^|\/)index\.tsx?$/.test(file);
}

/** `db.transaction` checks no rights; `runCommand` does, and every feature's command uses it. */
function opensTransaction(file: string, text: string): boolean {
  if (!file.startsWith('server/features/') || isTest(file) || SYSTEM_WORK.includes(file))
    return false;
  return /\.transaction\s*\(/.test(text);
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('server/testing/');
}

function contractStandsAlone(file: string, { target }: Import): string | undefined {
  if (!file.startsWith('contract/') || isTest(file)) return undefined;
  const allowed = target === 'zod' || target === '@orpc/contract' || target.startsWith('contract/');
  return allowed ? undefined : 'the contract knows only zod, @orpc/contract and itself';
}

function sidesMeetInContract(file: string, { target }: Import): string | undefined {
  const [from = '', to = ''] = [file, target].map((name) => name.split('/')[0]);
  const sides: Record<string, string[]> = {
    web: ['server'],
    server: ['web'],
    e2e: ['server', 'web'],
  };
  if (from === 'e2e' && STAND_IN.test(target)) return undefined;
  if (IN_PROCESS.test(file)) return undefined;
  if (to === 'e2e' || to === 'bench') return from === to ? undefined : 'nothing depends on it';
  return sides[from]?.includes(to) ? 'they meet in contract/ alone' : undefined;
}

function browserStaysLight(file: string, { target, typeOnly }: Import): string | undefined {
  if (!file.startsWith('web/') || isTest(file)) return undefined;
  if (SERVER_PACKAGES.test(target)) return 'it does not belong in the browser';
  const isPlain =
    /^contract\/[a-z-]+\/rules\.ts$/.test(target) ||
    BROWSER_CONTRACT.some((name) => target === `contract/${name}.ts`);
  if (typeOnly || isPlain || !target.startsWith('contract/')) return undefined;
  return `the browser takes values from contract/{${['<noun>/rules', ...BROWSER_CONTRACT]}}.ts only, types from the rest`;
}

type Side = 'server' | 'web';

/** Layers of folders and files, from the top: a file imports its own layer and lower ones. */
const LAYERS: Record<Side, string[]> = {
  server: [
    'testing',
    'cli',
    'start',
    'app',
    'features',
    'ledger, backups, imports, releases, statement-files, matching, embedded-postgres',
    'deps',
    'platform',
    'db',
    'base',
  ],
  web: ['main.ts, sw.ts, app.tsx, routeTree.gen.ts', 'routes', 'features', 'ui', 'lib', 'theme.ts'],
};

/** Returns the side of a file and the number of its layer: -1 for a folder without a row, undefined outside of both sides. */
function layerOf(file: string): { side: Side; layer: number } | undefined {
  const [side, name = ''] = file.split('/');
  if (side !== 'server' && side !== 'web') return undefined;
  return { side, layer: LAYERS[side].findIndex((names) => names.split(', ').includes(name)) };
}

function lacksLayer(file: string): boolean {
  return !isTest(file) && layerOf(file)?.layer === -1;
}

function importsRunOneWay(file: string, { target }: Import): string | undefined {
  const [from, to] = [layerOf(file), layerOf(target)];
  if (isTest(file) || !from || from.side !== to?.side) return undefined;
  if (to.layer < 0 || to.layer >= from.layer) return undefined;
  return `imports run one way: ${LAYERS[from.side].join(' -> ')}`;
}

function featuresMeetAtTheirDoors(file: string, imported: Import): string | undefined {
  const [from, to] = [file, imported.target].map((name) =>
    /^(server|web)\/features\/([^/]+)\/(.*)$/.exec(name),
  );
  if (!from || !to || isTest(file) || from[1] !== to[1] || from[2] === to[2]) return undefined;
  if (to[1] === 'server') {
    const isPrivate = /(?:^|\/)routes\.ts$|\.queries\.ts$/.test(to[3] ?? '');
    return isPrivate ? 'queries and routes belong to their feature' : undefined;
  }
  const inner = imported.values.filter((name) => !COMPONENT_OR_HOOK.test(name));
  return inner.length > 0
    ? `features meet through components and hooks, not ${inner.join(', ')}`
    : undefined;
}

/** Returns the imports between folders. A feature and its subfolders count as one folder. */
function linkFolders(graph: ReadonlyMap<string, string[]>): Map<string, string[]> {
  const links = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    const from = folderOf(file);
    if (isTest(file) || !HAS_NO_CIRCLES.test(from)) continue;
    const to = targets.filter((target) => graph.has(target)).map(folderOf);
    const others = to.filter((folder) => folder !== from);
    links.set(from, [...new Set([...(links.get(from) ?? []), ...others])]);
  }
  return links;
}

function folderOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 3).join('/');
}

/** Import cycles, each reported once as its path. */
function findCycles(graph: ReadonlyMap<string, string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    const seenAt = trail.indexOf(file);
    if (seenAt >= 0) cycles.push([...trail.slice(seenAt), file]);
    if (seenAt >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) if (graph.has(next)) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
