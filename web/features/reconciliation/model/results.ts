import type { MatchResult } from '#contract/reconciliation/schema.ts';

/** A deposit that was sent for approval. */
export type Sent = { id: string; userName: string; paise: number };
export type Refused = Sent & { refusal: NonNullable<MatchResult['refusal']> };

/** Returns those that were not approved, with the reason. */
export function refusedOf(sent: Sent[], results: MatchResult[]): Refused[] {
  const refusals = new Map(results.map(({ id, refusal }) => [id, refusal]));
  return sent.flatMap((one) => {
    const refusal = refusals.get(one.id);
    return refusal ? [{ ...one, refusal }] : [];
  });
}
