import { createHash } from 'node:crypto';
import type { Beneficiary } from '#contract/transactions/schema.ts';

interface Subject {
  id: string;
  requestKey: string | null;
}

/**
 * Also covers the request key, which is random and only in the transaction's row. The digest outlives a deleted account
 * in the audit log, but a reader without the key can't test guesses of the number.
 */
export function digestBeneficiary(
  { id, requestKey }: Subject,
  beneficiary: Beneficiary | null,
): string | undefined {
  return beneficiary ? digestOf(id, requestKey, beneficiary) : undefined;
}

/** Like `digestBeneficiary` for a saved bank account, whose row has a random salt. */
export function digestSavedAccount(
  { id, digestSalt }: { id: string; digestSalt: string | null },
  beneficiary: Beneficiary,
): string {
  return digestOf(id, digestSalt, beneficiary);
}

function digestOf(id: string, salt: string | null, beneficiary: Beneficiary): string {
  const { accountHolderName, accountNumber, bankName, ifscCode } = beneficiary;
  const parts = [id, salt, accountHolderName, accountNumber, bankName, ifscCode];
  return createHash('sha256').update(parts.map(withLength).join('')).digest('hex');
}

/** The length in bytes keeps two neighbouring texts apart. */
function withLength(part: string | null): string {
  return part === null ? '-' : `${Buffer.byteLength(part)}:${part}`;
}

const parts = ['accountHolderName', 'accountNumber', 'bankName', 'ifscCode'];
const columns = [
  't.id::text',
  't.request_key::text',
  ...parts.map((p) => `t.beneficiary ->> '${p}'`),
];

/**
 * SQL that returns the same as `digestBeneficiary` for the row `t` of `transactions`; NULL without a beneficiary. The
 * database can't open a sealed number: see `SEALED_BENEFICIARY`.
 */
export const BENEFICIARY_DIGEST = `CASE WHEN t.beneficiary IS NOT NULL THEN encode(sha256(convert_to(
  ${columns.map((column) => `coalesce(octet_length(${column}) || ':' || (${column}), '-')`).join(' || ')}, 'UTF8')), 'hex') END`;

/** SQL: the row `t` has a sealed number, whose digest `findWrongNumbers` compares. */
export const SEALED_BENEFICIARY = `coalesce(t.beneficiary ->> 'accountNumber' LIKE 's1.%', false)`;
