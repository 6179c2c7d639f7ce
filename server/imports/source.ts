/** A row of the former system: texts in PostgreSQL's or an export's format. */
export type OldRow = Record<string, string | null>;

/** Requested columns, and the maximum number of characters of each. */
export type Columns = Record<string, number>;

/** A snapshot of the former system's database. */
export interface OldDatabase {
  has(table: string): boolean;
  /**
   * Yields all rows of a table in no order; a missing or empty column is null. Throws Error with a sentence that never
   * contains a value.
   */
  rows(table: string, columns: Columns): AsyncIterable<OldRow>;
  close(): Promise<void>;
}

/** Every table that an import reads; only `users` is required. */
export const OLD_TABLES = [
  'users',
  'user_profiles',
  'wallet_balances',
  'transactions',
  'bank_accounts',
  'banks',
  'sources',
  'qr_codes',
  'ad_banners',
  'carousel_settings',
  'site_urls',
  'notifications',
] as const;
