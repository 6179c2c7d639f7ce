import type { ListLayout, ListLayoutChange } from '#contract/profiles/schema.ts';

export function changedLayout(
  { density, hidden }: ListLayout,
  { density: chosen = density, columns }: ListLayoutChange,
): ListLayout {
  return {
    density: chosen,
    hidden: columns ? { ...hidden, [columns.list]: columns.hidden } : hidden,
  };
}
