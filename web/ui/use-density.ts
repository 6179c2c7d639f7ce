import { saveHint, useHint } from '../lib/use-hint.ts';

export type Density = 'comfortable' | 'compact';

const STORAGE_KEY = 'table_density';

function setDensity(density: Density): void {
  saveHint(STORAGE_KEY, density);
}

/** How close the rows of tables stand, as chosen in this browser, and choosing it. */
export function useDensity(): [Density, (density: Density) => void] {
  return [useHint(STORAGE_KEY) === 'compact' ? 'compact' : 'comfortable', setDensity];
}
