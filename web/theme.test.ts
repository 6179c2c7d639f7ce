import { expect, it } from 'vitest';
import { contrastOf, MIN_CONTRAST, mixColors, SURFACES, WHITE } from '#contract/branding/rules.ts';
import { themeOf } from './theme.ts';
import { STATES } from './ui/state/states.ts';

const { colors } = themeOf(null);
const TONES = [...new Set(Object.values(STATES).map(({ tone }) => tone))];

it.each(TONES)('the colour of states "%s" is readable in both schemes', (tone) => {
  const shade = (index: number) => colors[tone][index] ?? '';
  const pairs = {
    filled: [WHITE, shade(7)],
    'text, light': [shade(7), SURFACES.light],
    'tint, light': [shade(8), mixColors(WHITE, shade(7), 0.1)],
    'text, dark': [shade(3), SURFACES.dark],
    'tint, dark': [shade(2), mixColors(SURFACES.dark, shade(5), 0.16)],
  };
  for (const [name, [text = '', surface = '']] of Object.entries(pairs))
    expect(contrastOf(text, surface), name).toBeGreaterThanOrEqual(MIN_CONTRAST);
});
