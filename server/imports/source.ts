/** A row of a table of the former system: texts as PostgreSQL or an export writes them. */
export type OldRow = Record<string, string | null>;

/** Columns that are wanted, and how many characters of each at most. */
export type Columns = Record<string, number>;

/** The former system's database, as it was at one moment. */
export interface OldDatabase {
  has(table: string): boolean;
  /**
   * All rows of a table in no order, a few at a time; a column that it lacks, or that is empty, is null.
   * Throws Error with a sentence, which never holds a value.
   */
  rows(table: string, columns: Columns): AsyncIterable<OldRow>;
  close(): Promise<void>;
}

/** Every table that an import reads; `users` alone has to be there. */
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
