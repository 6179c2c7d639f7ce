import type { RowDensity } from '#contract/profiles/rules.ts';
import { useListLayout, useSaveListLayout } from './list-layout.ts';

/** The row density of tables, which each person chooses for all devices. */
export function useDensity(): [RowDensity, (density: RowDensity) => void] {
  const save = useSaveListLayout();
  return [useListLayout().density, (density) => save({ density })];
}
