import type { Tx } from '../db/database.ts';
import type { StoredBeneficiary } from '../db/schema/transactions.ts';
import { computed, nullable, select, text } from '../db/selection.ts';
import { openBeneficiary, type RowName } from '../platform/secrets/account-numbers.ts';
import { digestBeneficiary } from './beneficiary-digest.ts';

type Subject = RowName & { requestKey: string | null; beneficiary: StoredBeneficiary | null };

const recordedColumns = computed({
  id: text('w.id'),
  digest: nullable(text(`max(r.after ->> 'beneficiarySha256')`)),
});

/** By id of the transaction. Null: unknown, because the number cannot be opened and its request has no digest. */
export type BeneficiaryDigests = Map<string, string | null | undefined>;

/**
 * Returns the digests of bank accounts for audit records. If a number cannot be opened, the digest is that of the
 * record of the request, so that requests can be rejected after the key was lost.
 */
export async function findDigests(
  { query, secrets }: Pick<Tx, 'query' | 'secrets'>,
  rows: readonly Subject[],
): Promise<BeneficiaryDigests> {
  const digests: BeneficiaryDigests = new Map(
    rows.map((row) => [row.id, digestBeneficiary(row, openBeneficiary(secrets, row))]),
  );
  const unreadable = rows.filter((row) => row.beneficiary && !digests.get(row.id));
  if (unreadable.length === 0) return digests;
  const recorded = await select(
    query,
    recordedColumns,
    `FROM unnest($1::text[], $2::text[]) AS w (chain_id, id)
     LEFT JOIN audit_log r ON r.chain_id = w.chain_id AND r.entity_id = w.id
       AND r.action IN ('transaction.request', 'transaction.import')
     GROUP BY w.id`,
    [unreadable.map(({ userId }) => userId), unreadable.map(({ id }) => id)],
  );
  for (const { id, digest } of recorded) digests.set(id, digest);
  return digests;
}
