import { randomUUID } from 'node:crypto';
import { openDatabase } from '../server/db/database.ts';
import { requestDeposit } from '../server/features/deposits/service.ts';
import { createUser } from '../server/features/users/seed/service.ts';
import { verifyDatabase } from '../server/ledger/verify/verify.ts';
import { newId } from '../server/platform/runtime/ids.ts';
import { buildActor } from '../server/testing/actors.ts';
import {
  findWrongOutcomes,
  type RaceWorld,
  raceApprovals,
} from '../server/testing/approval-races.ts';
import { testSecrets } from '../server/testing/secrets.ts';
import { report } from './report.ts';
import { type BenchDatabase, openBenchWorld } from './world.ts';

const PAIRS = 1000;

/** Races 1,000 confirmations with other ends of the same request on two servers, and verifies the database. */
export async function benchApprovalRaces(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('races');
    const first = await world.open('races');
    const connection = { ...world.socket, database: 'races' };
    const second = openDatabase(connection, { secrets: testSecrets() });
    const raced = await race(first, { ...first.deps, db: second });
    await Promise.all([first.db.close(), second.close()]);
    await report('approval-races', `${PAIRS} pairs on two servers`, raced);
  } finally {
    await world.close();
  }
}

async function race(first: BenchDatabase, second: BenchDatabase['deps']) {
  await first.db.query(
    `INSERT INTO approval_rules (kind, threshold_paise, approvals, is_active, in_force_since)
     VALUES ('deposit', NULL, 1, true, '-infinity')`,
  );
  const world = toRaceWorld(first);
  const [maker, confirmer, third] = [await admin(world), await admin(world), await admin(world)];
  const startedAt = performance.now();
  const people = { maker, confirmer, third };
  const outcomes = await raceApprovals({ world, second, people }, PAIRS);
  const seconds = (performance.now() - startedAt) / 1000;
  let broken = 0;
  for await (const { title, offenders } of verifyDatabase(first.db)) {
    if (offenders.length > 0) console.error(title, offenders.slice(0, 3));
    broken += offenders.length;
  }
  const wrong = findWrongOutcomes(outcomes);
  if (wrong.length > 0) console.error(wrong);
  return {
    'won by the confirmation': outcomes.filter(({ isConfirmed }) => isConfirmed).length,
    'won by the other end': outcomes.filter(({ isRivalDone }) => isRivalDone).length,
    'requests without exactly one outcome': wrong.length,
    'broken invariants of the database': broken,
    'seconds, with the deposits': seconds,
  };
}

const admin = (world: RaceWorld) => world.newActor({ role: 'admin' });

function toRaceWorld({ db, deps }: BenchDatabase): RaceWorld {
  return {
    db,
    deps,
    async newActor({ role = 'user' } = {}) {
      const username = `person-${randomUUID().slice(0, 8)}`;
      const rights = { role, adminRole: 'administrator' } as const;
      const userId = await createUser(deps, { username, password: 'secret-1', ...rights });
      return buildActor(db, { userId, username, ...rights });
    },
    async deposit(owner, amountPaise) {
      const id = newId();
      const receipt = {
        ...({ id, kind: 'receipts', contentType: 'image/jpeg', byteSize: 1000 } as const),
        ...{ storageKey: `receipts/${id}.jpg`, width: 100, height: 100, sha256: 'a'.repeat(64) },
      };
      const form = { amount: String(amountPaise / 100), requestKey: randomUUID() };
      return (await requestDeposit(deps, owner, { form, receipt })).answer;
    },
  };
}
