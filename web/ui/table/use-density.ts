import { saveHint, useHint } from '../../lib/session/use-hint.ts';

export type Density = 'comfortable' | 'compact';

const STORAGE_KEY = 'table_density';

function setDensity(density: Density): void {
  saveHint(STORAGE_KEY, density);
}

export function useDensity(): [Density, (density: Density) => void] {
  return [useHint(STORAGE_KEY) === 'compact' ? 'compact' : 'comfortable', setDensity];
}
