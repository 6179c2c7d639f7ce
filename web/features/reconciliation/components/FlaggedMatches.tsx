import type { StatementMatch } from '#contract/reconciliation/schema.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { RequestsToCheck } from '#web/features/transactions/components/RequestsToCheck.tsx';

type FlaggedMatchesProps = {
  matches: StatementMatch[];
  checkedIds: ReadonlySet<string>;
  isPending: boolean;
  onToggle: (id: string) => void;
};

/** Matches whose requests have warnings: each is approved only if it is ticked. */
export function FlaggedMatches(props: FlaggedMatchesProps) {
  const { matches, checkedIds, isPending, onToggle } = props;
  const matchOf = new Map(matches.map((match) => [match.request?.id, match.id]));
  const idOf = ({ id }: AdminTransaction) => matchOf.get(id) ?? '';
  return (
    <RequestsToCheck
      rows={matches.flatMap(({ request }) => request ?? [])}
      isChecked={(row) => checkedIds.has(idOf(row))}
      isPending={isPending}
      onToggle={(row) => onToggle(idOf(row))}
    />
  );
}
