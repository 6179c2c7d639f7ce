import { useMediaQuery } from '@mantine/hooks';

/** From which width of the screen the sidebar stands beside the page. */
export const BESIDE_SIDEBAR = '48em';

/** Whether the screen is at least this wide, such as `48em`: known before the first drawing. */
export function useWiderThan(width: string): boolean {
  return useMediaQuery(`(min-width: ${width})`, true, { getInitialValueInEffect: false });
}
