import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { errorTable } from '#contract/shared/errors.ts';
import { toDecimal, toPaise } from '#contract/shared/money.ts';
import {
  codeOf,
  drawReceipt,
  type Line,
  newPerson,
  type Person,
  untilAnswered,
} from './money-client.ts';

const PAUSE_MS = 500;
const AMOUNT_PAISE = 1000;

type Kind = 'credit' | 'deposit' | 'read';

export interface Answers {
  ok: number;
  /** Responses by codes of the contract that ask to try again. */
  refused: Record<string, number>;
  /** Without a response in time, or with another code. */
  unclear: string[];
  slowestMs: number;
}

/** Sends commands with their own keys while something is disturbed, and counts the responses. */
export class Probes {
  readonly #line: Line;
  readonly #admin: Person;
  readonly #person: Person;
  readonly #keys = new Map<string, Exclude<Kind, 'read'>>();

  private constructor(at: { line: Line; admin: Person; person: Person }) {
    this.#line = at.line;
    this.#admin = at.admin;
    this.#person = at.person;
  }

  static async open(at: { line: Line; admin: Person }): Promise<Probes> {
    return new Probes({ ...at, person: await newPerson(at.line) });
  }

  /** Sends one of each kind every half second while this work lasts. */
  async during(work: () => Promise<unknown>): Promise<Answers> {
    const answers: Answers = { ok: 0, refused: {}, unclear: [], slowestMs: 0 };
    const sent: Promise<void>[] = [];
    let isOver = false;
    const sending = async () => {
      while (!isOver) {
        for (const kind of ['credit', 'deposit', 'read'] as const) {
          sent.push(this.#probe(kind, answers));
        }
        await setTimeout(PAUSE_MS);
      }
    };
    await Promise.all([work().finally(() => (isOver = true)), sending()]);
    await Promise.all(sent);
    return answers;
  }

  /** Returns the time until a deposit that is sent now is acknowledged. */
  async untilWritten(): Promise<number> {
    const startedAt = performance.now();
    await this.#repeat(this.#newKey('deposit'), 'deposit');
    await this.#repeat(this.#newKey('credit'), 'credit');
    return performance.now() - startedAt;
  }

  /** Repeats all commands with their keys. Returns how many are lost or doubled then. */
  async countWrong(): Promise<number> {
    for (const [key, kind] of this.#keys) await this.#repeat(key, kind);
    const [found] = await this.#line.db.query<{
      balance: number;
      entries: number;
      deposits: number;
    }>(
      `SELECT (SELECT balance_paise::int FROM wallet_balances WHERE user_id = $1) AS balance,
         (SELECT count(*)::int FROM ledger_entries WHERE user_id = $1 AND account = 'wallet') AS entries,
         (SELECT count(*)::int FROM transactions WHERE user_id = $1 AND kind = 'request') AS deposits`,
      [this.#person.userId],
    );
    const kinds = [...this.#keys.values()];
    const credits = kinds.filter((kind) => kind === 'credit').length;
    const { balance = 0, entries = 0, deposits = 0 } = found ?? {};
    return (
      Math.abs(balance / AMOUNT_PAISE - credits) +
      Math.abs(entries - credits) +
      Math.abs(deposits - (kinds.length - credits))
    );
  }

  #newKey(kind: Exclude<Kind, 'read'>): string {
    const key = randomUUID();
    this.#keys.set(key, kind);
    return key;
  }

  async #probe(kind: Kind, answers: Answers): Promise<void> {
    const key = kind === 'read' ? '' : this.#newKey(kind);
    const startedAt = performance.now();
    try {
      await this.#send(key, kind);
      answers.ok += 1;
    } catch (error) {
      const code = codeOf(error);
      if (code !== undefined && isOutage(code)) {
        answers.refused[code] = (answers.refused[code] ?? 0) + 1;
      } else answers.unclear.push(`${kind}: ${code ?? String(error)}`);
    }
    answers.slowestMs = Math.max(answers.slowestMs, performance.now() - startedAt);
  }

  async #repeat(key: string, kind: Kind): Promise<void> {
    const answer = (await untilAnswered(() => this.#send(key, kind))).answers.at(-1);
    if (answer !== 'ok') throw new Error(`A repeated ${kind} was refused: ${answer}`);
  }

  async #send(requestKey: string, kind: Kind): Promise<void> {
    const amount = toDecimal(toPaise(AMOUNT_PAISE));
    const { userId, api } = this.#person;
    if (kind === 'read') return void (await api.transactions.passbook({ limit: 20 }));
    if (kind === 'credit') {
      const credit = {
        userId,
        requestKey,
        reason: 'Sent while disturbed',
        direction: 'credit',
        amount,
      } as const;
      return void (await this.#admin.api.users.adjustBalance(credit));
    }
    await this.#person.deposit({ amount, requestKey }, await drawReceipt(requestKey));
  }
}

function isOutage(code: string): boolean {
  const [, known] = Object.entries(errorTable).find(([name]) => name === code) ?? [];
  return (
    known !== undefined &&
    (known.status >= 500 || [401, 429].includes(known.status) || code === 'STEP_UP_REQUIRED')
  );
}
