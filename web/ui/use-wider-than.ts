import { useMediaQuery } from '@mantine/hooks';

export const BESIDE_SIDEBAR = '48em';

/** Returns whether the screen is at least this wide, such as `48em`; correct on the first render. */
export function useWiderThan(width: string): boolean {
  return useMediaQuery(`(min-width: ${width})`, true, { getInitialValueInEffect: false });
}
