import { type MantineSize, ThemeIcon } from '@mantine/core';
import { STATES, type State } from './states.ts';

/** Diameter of the disc and size of its icon, in pixels. */
const SIZES = { sm: [26, 15], md: [36, 19], lg: [64, 32], xl: [72, 34] } as const;

type StateIconProps = { state: State; size?: Extract<MantineSize, keyof typeof SIZES> };

/** Icon of a state on a coloured disc. Decorative; the text next to it has the same meaning. */
export function StateIcon({ state, size = 'md' }: StateIconProps) {
  const { tone, icon: Sign } = STATES[state];
  const [disc, sign] = SIZES[size];
  return (
    <ThemeIcon variant="light" color={tone} size={disc} radius="xl" aria-hidden>
      <Sign size={sign} />
    </ThemeIcon>
  );
}
