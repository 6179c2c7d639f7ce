import { expect, test } from 'vitest';
import { contrastOf, isBrandColor, mixColors } from '#contract/branding/rules.ts';
import { contrastsOf, darkerReadable, isReadable, shadesOf } from './shades.ts';

const STEPS = [0, 51, 102, 153, 204, 255];
const hex = (channel: number) => channel.toString(16).padStart(2, '0');
const colors = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}`)),
);

test('computes the contrasts of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  expect(mixColors('#000000', '#ffffff', 0.5)).toBe('#808080');
});

test('every colour has a darker tone that can be read in all places', async () => {
  for (const color of colors) {
    const readable = await darkerReadable(color);
    expect(await isReadable(readable), color).toBe(true);
    const contrasts = Object.values(await contrastsOf(readable));
    expect(Math.min(...contrasts), color).toBeGreaterThanOrEqual(4.5);
  }
});

test('a readable colour is the shade of buttons, with light shades before and dark ones after it', async () => {
  const areReadable = await Promise.all(colors.map(isReadable));
  const readable = colors.filter((_, index) => areReadable[index]);
  expect(readable.length).toBeGreaterThan(50);
  for (const color of readable) {
    const shades = await shadesOf(color);
    expect(shades).toHaveLength(10);
    expect(shades[7]).toBe(color);
    expect(await darkerReadable(color)).toBe(color);
    expect(contrastOf(shades[0] ?? '', '#ffffff')).toBeLessThan(contrastOf(color, '#ffffff'));
    expect(contrastOf(shades[9] ?? '', '#ffffff')).toBeGreaterThanOrEqual(
      contrastOf(color, '#ffffff'),
    );
  }
});

test.each(['#ffcc00', '#ffffff', '#ff9800', 'green', '#0B7A4B', '#0b7a4'])('refuses %s', (text) => {
  expect(isBrandColor(text)).toBe(false);
});
