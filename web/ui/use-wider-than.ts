import { useMediaQuery } from '@mantine/hooks';

/** Minimum screen width for a sidebar next to the page. */
export const BESIDE_SIDEBAR = '48em';

/** Returns whether the screen is at least this wide, such as `48em`; correct on the first render. */
export function useWiderThan(width: string): boolean {
  return useMediaQuery(`(min-width: ${width})`, true, { getInitialValueInEffect: false });
}
