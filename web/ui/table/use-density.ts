import { useSession } from '../../lib/session/session.ts';
import { saveHint, useHint } from '../../lib/session/use-hint.ts';

export type Density = 'comfortable' | 'compact';

const STORAGE_KEY = 'table_density';
/** Number of accounts on a device whose choice is kept. */
const MAX_ACCOUNTS = 10;

/** The row density of tables, which each account of a device chooses. */
export function useDensity(): [Density, (density: Density) => void] {
  const { id } = useSession().user;
  const entries = (useHint(STORAGE_KEY) ?? '').split(',').filter((entry) => entry.includes('='));
  const setDensity = (density: Density) => {
    const others = entries.filter((entry) => !entry.startsWith(`${id}=`));
    saveHint(STORAGE_KEY, [`${id}=${density}`, ...others].slice(0, MAX_ACCOUNTS).join(','));
  };
  return [entries.includes(`${id}=comfortable`) ? 'comfortable' : 'compact', setDensity];
}
