import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { type SignedIn, startTestApp, type TestApp } from '../testing/harness.ts';
import { expectVerified } from '../testing/money-world.ts';
import { type Replicas, startReplicas } from '../testing/replicas.ts';
import { buildDepositForm, buildImage, upload } from '../testing/upload.ts';

const PATIENCE_MS = 240_000;
const DEPOSITS = 6;

let replicas: Replicas;
let db: Database;
let app: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  replicas = await startReplicas();
  db = openDatabase({ connectionString: replicas.connectionString });
  app = await startTestApp({ db });
  admin = await app.admin();
}, PATIENCE_MS);
afterAll(async () => {
  await app.close();
  await db.close();
  await replicas.stop();
});

/** A deposit of ₹10 and its approval, repeated with the same idempotency keys until they are acknowledged. */
class Job {
  readonly #form = buildDepositForm({ amount: '10' });
  readonly #image = buildImage();
  readonly #requestKey = randomUUID();
  readonly owner: SignedIn;
  /** The deposit's id; undefined until the deposit is acknowledged. */
  id: string | undefined;
  isApproved = false;

  constructor(owner: SignedIn) {
    this.owner = owner;
  }

  async deposit(): Promise<number> {
    const { cookie } = this.owner;
    const body = await this.#image;
    const sent = { cookie, path: '/files/deposits', form: this.#form, body };
    const { status, body: made } = await upload(app, sent);
    if (status !== 200) return status;
    expect(this.id ?? made.id).toBe(made.id);
    this.id = String(made.id);
    return status;
  }

  async approve(): Promise<void> {
    const [ids, requestKey] = [[this.id ?? ''], this.#requestKey];
    const { results } = await admin.api.review.decide({ ids, decision: 'approved', requestKey });
    expect(results).toEqual([{ id: this.id }]);
    this.isApproved = true;
  }

  /** Repeats what is not yet acknowledged. Returns whether deposit and approval now are. */
  async isDone(): Promise<boolean> {
    if ((await this.deposit()) !== 200) return false;
    await this.approve().catch(() => undefined);
    return this.isApproved;
  }
}

async function newJobs(): Promise<Job[]> {
  const people = await Promise.all(Array.from({ length: DEPOSITS }, () => app.newUser()));
  return people.map((owner) => new Job(owner));
}

/** Cancels the primary's waits for the standby until the work has ended. */
async function withoutWaiting<Result>(work: () => Promise<Result> | undefined) {
  let isOver = false;
  const working = Promise.resolve(work()).finally(() => {
    isOver = true;
  });
  working.catch(() => undefined); // The caller handles the rejection.
  while (!isOver) await replicas.giveUpWaiting();
  return working;
}

test(
  'promoting a standby under load loses no acknowledged command and repeats none',
  async () => {
    const [early, late] = [await newJobs(), await newJobs()];
    expect(await Promise.all(early.map((job) => job.isDone()))).not.toContain(false);
    const approving = late.slice(0, DEPOSITS / 2);
    for (const job of approving) expect(await job.deposit()).toBe(200);

    await replicas.freezeStandby();
    // The primary then reports commits, which are lost if no standby has them.
    const hasty = late.at(-1);
    expect(await withoutWaiting(() => hasty?.deposit())).toBe(503);
    expect(await withoutWaiting(() => hasty?.deposit())).toBe(503);
    await expect(withoutWaiting(() => approving[0]?.approve())).rejects.toThrow('unavailable');
    const underWay = late.map((job) => job.isDone());
    await replicas.failOver();
    await Promise.all(underWay);

    for (const job of late) {
      await expect.poll(() => job.isDone(), { timeout: 60_000 }).toBe(true);
    }
    const rows = await db.query<{ id: string; status: string }>(
      'SELECT id, status FROM transactions',
    );
    const ids = [...early, ...late].map(({ id }) => ({ id, status: 'approved' }));
    const byId = (one: { id?: string | undefined }, other: { id?: string | undefined }) =>
      String(one.id).localeCompare(String(other.id));
    expect(rows.sort(byId)).toEqual(ids.sort(byId));
    await expectVerified(db);
  },
  PATIENCE_MS,
);
