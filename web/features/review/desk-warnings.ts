import type { DeskRequest } from '#contract/review.ts';

/** What about a request asks for a second look. */
export type DeskWarning =
  | 'sameReceipt'
  | 'farAboveUsual'
  | 'sameAmount'
  | 'first'
  | 'inactiveUser'
  | 'newAccount'
  | 'accountOfOthers'
  | 'holderDiffers';

const FAR_ABOVE_USUAL = 3;
/** Fewer are no habit. */
const FEWEST_FOR_USUAL = 2;

/** The warnings of a request, the gravest first. */
export function warningsOf({ request, person, account, ...desk }: DeskRequest): DeskWarning[] {
  const past = request.type === 'deposit' ? desk.deposits : desk.withdrawals;
  const usual = past.approved >= FEWEST_FOR_USUAL ? past.averagePaise : null;
  const holder = request.beneficiary?.accountHolderName;
  const found: Record<DeskWarning, boolean> = {
    sameReceipt: desk.sameReceipt.length > 0,
    holderDiffers: Boolean(holder && person.fullName && !isSameName(holder, person.fullName)),
    accountOfOthers: account?.isAlsoOfOthers ?? false,
    farAboveUsual: usual !== null && request.amountPaise > FAR_ABOVE_USUAL * usual,
    sameAmount: desk.sameAmount.length > 0,
    inactiveUser: person.status === 'inactive',
    newAccount: account?.paidBefore === 0,
    first: past.approved === 0,
  };
  return (Object.keys(found) as DeskWarning[]).filter((warning) => found[warning]);
}

function wordsOf(name: string): string[] {
  return (
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Whether two names may be one person's: each word of the shorter stands in the other, or its initial does. */
export function isSameName(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].sort(
    (a, b) => a.length - b.length,
  );
  const stands = (word: string) =>
    longer.some((known) => {
      const initial = word.length < known.length ? word : known;
      return word === known || (initial.length === 1 && word[0] === known[0]);
    });
  return shorter.length > 0 && shorter.every(stands);
}
