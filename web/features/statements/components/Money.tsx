import type { StatementLineView } from '#contract/statements/schema.ts';
import { Amount } from '#web/ui/Amount.tsx';

/** The amount of a line with its direction. */
export function Money({ row }: { row: Pick<StatementLineView, 'paise'> }) {
  return <Amount paise={Math.abs(row.paise)} direction={row.paise > 0 ? 'in' : 'out'} />;
}
