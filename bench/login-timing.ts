import { availableParallelism, loadavg } from 'node:os';
import { hashPassword } from '../server/platform/auth/password.ts';
import { login } from './calls.ts';
import { type Figures, report } from './report.ts';
import { compareSamples, quantile } from './statistics.ts';
import { type BenchDatabase, openBenchWorld, startServer } from './world.ts';

/** Sign-ins of each kind, each of another account from another address. */
const TRIES = 2000;
const WARM_UP = 100;
const PASSWORD = 'right-of-bench';
/**
 * The server's clock runs this much faster: the admission lets four failed sign-ins in each second, which would make the
 * measurement take an hour. Timers and the measured times are those of the machine.
 */
const CLOCK_SPEED = 100;
/** |z| above which two kinds differ: 5 % for the six comparisons together. */
const SIGNIFICANT_Z = 2.64;

interface Kind {
  name: string;
  /** Columns of the accounts; undefined if there are none. */
  account?: { role?: string; status?: string; factor?: 'authenticator' | 'passkey' };
  password?: string;
}

const REFERENCE: Kind = { name: 'user, wrong password', account: {} };
const KINDS: Kind[] = [
  REFERENCE,
  { name: 'no account' },
  { name: 'user with an authenticator app', account: { factor: 'authenticator' } },
  { name: 'user with a passkey', account: { factor: 'passkey' } },
  { name: 'administrator', account: { role: 'admin' } },
  { name: 'deactivated, wrong password', account: { status: 'inactive' } },
  {
    name: 'deactivated, right password',
    account: { status: 'inactive' },
    password: PASSWORD,
  },
];

/**
 * Measures whether the time of a failed sign-in reveals an account, its second factor or its state: full cost of the hash,
 * one sign-in at a time, the kinds in turn in random order. Compares each kind with a wrong password of a user by the
 * Mann-Whitney test.
 */
export async function benchLoginTiming(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('timing');
    const opened = await world.open('timing');
    for (const [index, kind] of KINDS.entries()) await createAccounts(opened, kind, index);
    await opened.db.close();
    const server = await startServer(world.urlOf('timing'), {
      TRUST_PROXY: '127.0.0.1',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAST_CLOCK)}`,
    });
    const times = await measure(server.baseUrl);
    await server.stop();
    const machine = `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the end`;
    await report(
      'login-timing',
      `${TRIES} failed sign-ins of each kind; ratios to "${REFERENCE.name}"; ${machine}`,
      compare(times),
    );
  } finally {
    await world.close();
  }
}

const FAST_CLOCK = `{
  const Machine = globalThis.Date;
  const start = Machine.now();
  const now = () => start + (Machine.now() - start) * ${CLOCK_SPEED};
  globalThis.Date = new Proxy(Machine, {
    construct: (_, parts, made) => Reflect.construct(Machine, parts.length > 0 ? parts : [now()], made),
    get: (_, name) => (name === 'now' ? now : Reflect.get(Machine, name)),
  });
}`;

const nameOf = (kind: number, n: number) => `kind${kind}-${n}`;

/** Every account has the same hash; its cost is the product's. */
async function createAccounts(
  { db }: BenchDatabase,
  { account }: Kind,
  index: number,
): Promise<void> {
  if (!account) return;
  const { role = 'user', status = 'active', factor } = account;
  await db.background.query(
    `INSERT INTO users (id, username, password_hash, role, status, created_at, second_factor_since)
     SELECT gen_random_uuid(), $1 || n, $2, $3, $4, now(), CASE WHEN $5 THEN now() END
     FROM generate_series(0, $6::int - 1) n`,
    [
      `kind${index}-`,
      await hashPassword(PASSWORD),
      role,
      status,
      factor !== undefined,
      TRIES + WARM_UP,
    ],
  );
  const owners = `FROM users WHERE username LIKE 'kind${index}-%'`;
  if (factor === 'authenticator') {
    await db.background.query(
      `INSERT INTO authenticators (user_id, id, secret, created_at, confirmed_at, last_used_step)
       SELECT id, gen_random_uuid(), decode(repeat('00', 60), 'hex'), now(), now(), 0 ${owners}`,
    );
  }
  if (factor === 'passkey') {
    await db.background.query(
      `INSERT INTO passkeys (user_id, id, credential_id, public_key, sign_count, transports, name, is_syncable, is_backed_up, created_at)
       SELECT id, gen_random_uuid(), uuid_send(id), uuid_send(id), 0, 'internal', 'Laptop', true, true, now() ${owners}`,
    );
  }
}

/** Returns the times of each kind in milliseconds, sorted. */
async function measure(baseUrl: string): Promise<number[][]> {
  const times = KINDS.map((): number[] => []);
  for (let n = 0; n < WARM_UP + TRIES; n += 1) {
    for (const index of shuffled(KINDS.length)) {
      const { password = 'wrong-of-bench' } = KINDS[index] ?? REFERENCE;
      const from = `10.${(n >> 8) & 255}.${n & 255}.${index + 1}`;
      const startedAt = performance.now();
      const { status } = await login(baseUrl, { from, username: nameOf(index, n), password });
      if (status !== 401) throw new Error(`A sign-in got ${status}, not 401`);
      if (n >= WARM_UP) times[index]?.push(performance.now() - startedAt);
    }
  }
  return times.map((of) => of.sort((a, b) => a - b));
}

function shuffled(length: number): number[] {
  return Array.from({ length }, (_, index) => ({ index, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ index }) => index);
}

function compare(times: number[][]): Figures {
  const [reference = []] = times;
  const figures: Figures = {
    [`${REFERENCE.name}: median, ms`]: quantile(reference, 0.5),
    [`${REFERENCE.name}: p95, ms`]: quantile(reference, 0.95),
  };
  for (const [index, { name }] of KINDS.entries()) {
    if (index === 0) continue;
    const of = times[index] ?? [];
    const { z, share } = compareSamples(of, reference);
    figures[`${name}: median, ratio`] = quantile(of, 0.5) / quantile(reference, 0.5);
    figures[`${name}: p95, ratio`] = quantile(of, 0.95) / quantile(reference, 0.95);
    figures[`${name}: slower of two, share (0.5: equal)`] = share;
    figures[`${name}: Mann-Whitney z`] = z;
    figures[`${name}: can be told apart (|z| > ${SIGNIFICANT_Z})`] = Number(
      Math.abs(z) > SIGNIFICANT_Z,
    );
  }
  return figures;
}
