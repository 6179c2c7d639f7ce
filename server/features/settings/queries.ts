import type { Query } from '#server/lib/db.ts';

/** PostgreSQL's version, such as `18.4`; what a distribution adds to it in brackets is left out. */
export async function selectServerVersion(query: Query): Promise<string> {
  const [row] = await query<{ version: string }>(
    `SELECT split_part(current_setting('server_version'), ' ', 1) AS version`,
  );
  return row?.version ?? '';
}
