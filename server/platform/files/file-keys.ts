import { keyIdOf, type Secrets } from '../../base/secrets.ts';
import type { Query } from '../../db/database.ts';
import { files } from '../../db/schema/files.ts';
import { required, type Selected, select, selectionOf, together } from '../../db/selection.ts';
import { update } from '../../db/update.ts';
import { openFileKey, sealFileKey } from '../secrets/file-encryption.ts';

const BATCH_ROWS = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const columns = together(
  selectionOf(files, 'f', ['id', 'userId']),
  required(selectionOf(files, 'f', ['sealedKey'])),
);
type KeyRow = Selected<typeof columns>;

async function* listFileKeys(query: Query): AsyncGenerator<KeyRow[]> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await select(
      query,
      columns,
      `FROM files f
       WHERE sealed_key IS NOT NULL AND id > $1 ORDER BY id LIMIT ${BATCH_ROWS}`,
      [after],
    );
    yield rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH_ROWS) return;
  }
}

/** Seals the keys of encrypted files with the current key. The files stay as they are. */
export async function resealFileKeys(
  { query, secrets }: { query: Query; secrets: Secrets },
  signal: AbortSignal,
): Promise<{ sealed: number; left: number; unreadable: number }> {
  const report = { sealed: 0, left: 0, unreadable: 0 };
  for await (const rows of listFileKeys(query)) {
    signal.throwIfAborted();
    for (const { id, sealedKey } of rows) {
      if (keyIdOf(sealedKey) === secrets.currentKeyId) continue;
      const fileKey = openFileKey(secrets, sealedKey, id);
      if (!fileKey) {
        report.unreadable += 1;
        continue;
      }
      await update(query, files, {
        set: { sealedKey: sealFileKey(secrets, fileKey, id) },
        where: { id, sealedKey },
      });
      report.sealed += 1;
    }
  }
  return report;
}

/** Returns the encrypted files whose key cannot be opened. */
export async function* findUnreadableFileKeys(
  query: Query,
  secrets: Secrets,
): AsyncGenerator<{ user_id: string | null; id: string; problem: string }> {
  for await (const rows of listFileKeys(query)) {
    for (const { id, userId, sealedKey } of rows) {
      if (openFileKey(secrets, sealedKey, id)) continue;
      yield { user_id: userId, id, problem: `no key opens it (key ${keyIdOf(sealedKey)})` };
    }
  }
}
