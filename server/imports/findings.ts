import type { Query } from '../db/database.ts';
import {
  computed,
  type Expression,
  integer,
  type Selected,
  select,
  text,
  together,
} from '../db/selection.ts';

/** Every kind of disagreement within the former system or with this one, and how the import resolves it. */
export const FINDINGS = {
  administrator:
    'Administrators of the former system. They are ordinary users here, unless --administrators names them',
  'default-account':
    'Default accounts: their history comes to the account of that name here, which keeps its password',
  'username-changed': 'Usernames that could not come as they were. These people sign in by another',
  'password-missing': 'No password, or one too long to type: nobody can sign in until one is set',
  'password-short': 'Passwords shorter than new ones may be. They work as before',
  'role-unknown': 'Roles that do not exist. The person is an ordinary user',
  'status-unknown': 'States that do not exist. The person is inactive',
  'deleted-here': 'People who were deleted here after they had come. They stay deleted',
  'contact-unusable': 'E-mail addresses, phone numbers or languages that can not be. Left out',
  'user-missing': 'Rows of people who are not in the former users. Left out',
  'id-missing': 'Rows without an id. Left out',
  'id-repeated': 'Rows with the id of another. The first one came',
  'text-cut': 'Texts longer than they may be here. The rest was cut off',
  'moment-wrong': 'Moments that are missing or can not be. The next best one stands in their place',
  'value-wrong': 'Values that can not be. Left out, or the usual one stands in their place',
  'name-known': 'Banks and sources of a name that is here already. That one stands for them',
  'type-unknown': 'Transactions that are neither a deposit nor a withdrawal. Left out',
  'state-unknown': 'Transactions that are not pending, approved or rejected. Left out',
  'amount-unreadable': 'Amounts that are no number, or too large. Left out',
  'amount-not-positive': 'Amounts of 0 or less. Left out',
  'amount-rounded': 'Amounts of parts of a paisa. Rounded to the next paisa, half of one upwards',
  'below-minimum':
    'Withdrawals of less than ₹10. They come as adjustments, pending ones as rejected',
  'reference-changed':
    'References that are missing, too long or used twice. They come under another',
  'utr-unusable': 'UTRs that do not fit the payment method. Left out',
  'account-unusable': 'Bank accounts without a number that could be one. Left out',
  'account-missing': 'Withdrawals whose bank account is gone. They say so in its place',
  'account-of-another':
    "Withdrawals to someone else's bank account. They show it, but are not tied to it",
  'second-default': 'A second default bank account of one person. The newest is the default',
  'source-missing': 'Deposits from a source that is gone. They come without one',
  'receipt-missing': 'Deposits without a receipt',
  'below-zero':
    'Histories that went below zero in between. Their deposits are posted before their withdrawals',
  'not-covered':
    'Approved withdrawals of money that never came in. Left out, unless --adjust-balances covers them',
  'hold-not-covered': 'Pending withdrawals of more than is there. They come as rejected',
  'changed-since':
    'Transactions that changed in the former system after they had come. Decide them here; no balance of theirs is adjusted',
  'balance-unreadable': 'Stored balances that are no number, or below zero. Not compared',
  'balance-differs': 'Stored balances that their transactions do not explain',
  'balance-adjusted':
    'Balances that this import, or one before it, adjusted to what people were shown',
  'image-missing':
    'Images that could not be had. Their rows of QR codes and banners wait for a next run',
} as const;
export type FindingKind = keyof typeof FINDINGS;

const kind: Expression<FindingKind> = { sql: 'kind' };
/** `id` is that of the former row. `detail` never contains a password. */
const columns = computed({ kind, table: text('"table"'), id: text('id'), detail: text('detail') });
const numbered = together(computed({ n: integer('n') }), columns);
const counted = computed({ kind, count: integer('count(*)') });

export type Finding = Selected<typeof columns>;

const BATCH = 500;

/** Findings, stored in a temporary table: there may be one per row. */
export class Findings {
  readonly #query: Query;
  #waiting: Finding[] = [];

  constructor(query: Query) {
    this.#query = query;
  }

  async open(): Promise<void> {
    await this.#query(
      `CREATE TEMPORARY TABLE findings (n bigint GENERATED ALWAYS AS IDENTITY, kind text, "table" text, id text, detail text)`,
    );
  }

  async add(...found: Finding[]): Promise<void> {
    this.#waiting.push(...found);
    if (this.#waiting.length >= BATCH) await this.#flush();
  }

  /** Adds the rows of a query that selects `id` and `detail`. */
  async addFrom(kind: FindingKind, table: string, rows: string): Promise<void> {
    await this.#query(
      `INSERT INTO findings (kind, "table", id, detail)
       SELECT '${kind}', '${table}', found.id, coalesce(found.detail, '') FROM (${rows}) AS found`,
    );
  }

  async counts(): Promise<{ kind: FindingKind; count: number }[]> {
    await this.#flush();
    const statement = `SELECT ${counted.sql} FROM findings GROUP BY kind ORDER BY min(n)`;
    return select(this.#query, counted, statement);
  }

  async first(kind: FindingKind, limit: number): Promise<Finding[]> {
    const statement = `SELECT ${columns.sql} FROM findings WHERE kind = $1 ORDER BY n LIMIT $2`;
    return select(this.#query, columns, statement, [kind, limit]);
  }

  async *all(): AsyncGenerator<Finding> {
    await this.#flush();
    let last = 0;
    for (;;) {
      const statement = `SELECT ${numbered.sql} FROM findings WHERE n > $1 ORDER BY n LIMIT ${BATCH}`;
      const rows = await select(this.#query, numbered, statement, [last]);
      for (const { n, ...finding } of rows) {
        last = n;
        yield finding;
      }
      if (rows.length < BATCH) return;
    }
  }

  async #flush(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length === 0) return;
    await this.#query(
      `INSERT INTO findings (kind, "table", id, detail)
       SELECT kind, "table", id, detail FROM jsonb_to_recordset($1::jsonb)
         AS found (kind text, "table" text, id text, detail text)`,
      [JSON.stringify(rows)],
    );
  }
}
