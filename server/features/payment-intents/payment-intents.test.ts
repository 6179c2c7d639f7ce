import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_PAYMENT_INTENTS, PAYMENT_INTENT_HOURS } from '#contract/payment-intents/rules.ts';
import { newId } from '#server/base/ids.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  buildReceipt,
  expectVerified,
  type MoneyWorld,
  openMoneyWorld,
} from '#server/testing/money-world.ts';
import { requestDeposit } from '../deposits/request-deposit.ts';
import { openPaymentIntent, prunePaymentIntents } from './payment-intents.ts';

const HOUR_MS = 60 * 60_000;

let world: MoneyWorld;
let owner: Actor;
let qrCodeId: string;
beforeAll(async () => {
  world = await openMoneyWorld();
});
beforeEach(async () => {
  owner = await world.newActor();
  qrCodeId = await addQrCode();
});
afterAll(async () => {
  await expectVerified(world.db);
  await world.close();
});

async function addQrCode(isActive = true): Promise<string> {
  const id = newId();
  await world.db.query(
    `INSERT INTO qr_codes (id, name, qr_image_url, is_active, created_at, updated_at)
     VALUES ($1, 'Shop', '/files/1', $2, now(), now())`,
    [id, isActive],
  );
  return id;
}

const open = (amount: string, actor = owner) =>
  openPaymentIntent(world.deps, actor, { qrCodeId, amount });

const deposit = (amount: string, parts: { requestKey?: string; qrCodeId?: string } = {}) => {
  const receipt = buildReceipt();
  const form = { amount, qrCodeId, requestKey: randomUUID(), ...parts };
  return {
    send: async () => (await requestDeposit(world.deps, owner, { form, receipt })).answer,
  };
};

describe('openPaymentIntent', () => {
  test('returns one reference for a code and amount, however the amount is typed', async () => {
    const first = await open('500');
    expect(first).toMatchObject({ qrCodeId, amountPaise: 50_000 });
    expect(first.referenceId).toMatch(/^DEP-\d{13}$/);
    expect(await open('500.00')).toEqual(first);
    expect((await open('501')).referenceId).not.toBe(first.referenceId);
    const other = await world.newActor();
    expect((await open('500', other)).referenceId).not.toBe(first.referenceId);
  });

  test('keeps the reference for a day, also while expired ones are deleted', async () => {
    const first = await open('500');
    const expiresAt = first.expiresAt.getTime();
    for (const hours of [1, 24, PAYMENT_INTENT_HOURS - 1]) {
      await world.setNow(new Date(expiresAt - (PAYMENT_INTENT_HOURS - hours) * HOUR_MS));
      await prunePaymentIntents(world.deps);
      expect(await open('500.0')).toEqual(first);
    }
    const made = await deposit('500').send();
    expect(made.referenceId).toBe(first.referenceId);
    await world.setNow(new Date(expiresAt));
    expect((await open('500')).referenceId).not.toBe(first.referenceId);
  });

  test('returns one reference to concurrent calls', async () => {
    const found = await Promise.all(Array.from({ length: 8 }, () => open('250')));
    expect(new Set(found.map(({ referenceId }) => referenceId)).size).toBe(1);
  });

  test.each(['', '0.99', '-5', '1e3', '10000000.01'])('refuses the amount "%s"', async (amount) => {
    const code = amount.length > 8 ? 'DEPOSIT_ABOVE_MAXIMUM' : 'INVALID_DEPOSIT_AMOUNT';
    await expect(open(amount)).rejects.toMatchObject({ code });
  });

  test('refuses a code that is unknown or not in use', async () => {
    const refused = { code: 'QR_CODE_NOT_FOUND' };
    for (const id of [newId(), await addQrCode(false)]) {
      const opened = openPaymentIntent(world.deps, owner, { qrCodeId: id, amount: '5' });
      await expect(opened).rejects.toMatchObject(refused);
    }
  });

  test('limits the unused references of a user', async () => {
    await world.db.query(
      `INSERT INTO payment_intents (user_id, qr_code_id, amount_paise, reference_id, created_at, expires_at)
       SELECT $1::uuid, $2, n + 1000, 'LIMIT-' || $1 || n, '2026-01-01', '2100-01-01' FROM generate_series(1, $3::int) AS n`,
      [owner.userId, qrCodeId, MAX_PAYMENT_INTENTS],
    );
    await expect(open('5')).rejects.toMatchObject({ code: 'TOO_MANY_PAYMENT_INTENTS' });
    expect((await open('10.01')).referenceId).toContain('LIMIT-');
  });

  test('reserves another reference after the first has expired, which is pruned', async () => {
    const first = await open('500');
    await world.db.query(`UPDATE payment_intents SET expires_at = created_at WHERE user_id = $1`, [
      owner.userId,
    ]);
    expect((await open('500')).referenceId).not.toBe(first.referenceId);
    await open('600');
    await world.db.query(
      `UPDATE payment_intents SET expires_at = created_at WHERE user_id = $1 AND amount_paise = 60000`,
      [owner.userId],
    );
    await prunePaymentIntents(world.deps);
    const left = await world.db.query(
      'SELECT amount_paise FROM payment_intents WHERE user_id = $1',
      [owner.userId],
    );
    expect(left).toEqual([{ amount_paise: 50_000 }]);
  });
});

describe('a deposit', () => {
  test('takes the reference of the payment, and the next payment has another one', async () => {
    const { referenceId } = await open('500');
    const sending = deposit('500');
    const made = await sending.send();
    expect(made.referenceId).toBe(referenceId);
    expect((await sending.send()).id).toBe(made.id);
    expect((await open('500')).referenceId).not.toBe(referenceId);
  });

  test('has a reference of its time without a payment for its amount, code and user', async () => {
    const { referenceId } = await open('500');
    const made = [
      await deposit('501').send(),
      await deposit('500', { qrCodeId: await addQrCode() }).send(),
    ];
    for (const each of made) expect(each.referenceId).not.toBe(referenceId);
    expect((await open('500')).referenceId).toBe(referenceId);
  });

  test('has another reference if an imported transaction has that of the payment', async () => {
    const { referenceId } = await open('700');
    const taken = await deposit('1').send();
    await world.db.query('UPDATE transactions SET reference_id = $2 WHERE id = $1', [
      taken.id,
      referenceId,
    ]);
    const made = await deposit('700').send();
    expect(made.referenceId).toMatch(/^DEP-\d{13}$/);
    expect(made.referenceId).not.toBe(referenceId);
    await world.db.query('UPDATE transactions SET reference_id = $2 WHERE id = $1', [
      taken.id,
      taken.referenceId,
    ]);
  });
});
