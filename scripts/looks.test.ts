import { expect, it } from 'vitest';
import { findOwnLooks } from './looks.ts';

function inFile(file: string, text: string): string[] {
  return findOwnLooks(new Map([[file, text]]));
}

it('reports the place of a state colour outside the list of states', () => {
  expect(inFile('web/features/a/A.tsx', '<b>\n<Badge color="red" />')).toEqual([
    'web/features/a/A.tsx:2: "red": the colour of a state stands in web/ui/state/states.ts',
  ]);
  expect(inFile('web/lib/a.ts', "const color = ok ? 'positive' : 'orange.5';")).toHaveLength(2);
});

it('allows state colours in the list of states, and neutral colours elsewhere', () => {
  expect(inFile('web/ui/state/states.ts', "tone: 'negative'")).toEqual([]);
  expect(inFile('web/ui/A.tsx', '<Button color="gray">{t("A red line")}</Button>')).toEqual([]);
  expect(inFile('server/a.ts', "'red'")).toEqual([]);
});

it.each([
  'color: #fff;',
  'background: rgb(0 0 0 / 35%);',
  'transition: opacity 150ms ease;',
  'animation: arrive 0.3s;',
  'padding: 0 4px;',
  'margin-inline-start: calc(2.125rem + var(--mantine-spacing-sm));',
  'gap: rem(6px);',
  'font-size: 0.6875rem;',
  'border-radius: 2rem;',
  'box-shadow: 0 1px 2px black;',
  'z-index: 3;',
])('refuses `%s` in a style', (declaration) => {
  expect(inFile('web/ui/A.module.css', `.a {\n  ${declaration}\n}\n`)).toEqual([
    expect.stringContaining('web/ui/A.module.css:2: '),
  ]);
});

it.each([
  'color: var(--mantine-color-dimmed);',
  'transition: opacity var(--wallet-quick);',
  'padding: calc(-1 * var(--mantine-spacing-md)) 0;',
  'width: min(68%, 34rem);',
  'border-radius: 50%;',
  'border-top: 3px solid var(--wallet-accent);',
  'z-index: var(--wallet-layer-bar);',
  'outline: var(--wallet-focus);',
])('allows `%s` in a style', (declaration) => {
  expect(inFile('web/ui/A.module.css', `.a {\n  ${declaration}\n}\n`)).toEqual([]);
});

it('requires named distances in components', () => {
  expect(inFile('web/ui/A.tsx', '<Stack gap={6} mt={0} />')).toHaveLength(1);
});

it.each([
  '<IconCheck size={13} />',
  '<look.icon size={17.5} />',
  'const ICON = { size: 19 };',
  '<IconCheck size={16} stroke={1.6} />',
  '<Text fz={13} />',
  '<Text fz="13px" />',
  'const TICK = { fontSize: 13 };',
])('refuses `%s` in a component', (code) => {
  expect(inFile('web/ui/A.tsx', code)).toHaveLength(1);
});

it.each(['<IconCheck size={16} />', '<Text fz="h1" size="sm" />', '<PersonAvatar size={40} />'])(
  'allows `%s` in a component',
  (code) => {
    expect(inFile('web/ui/A.tsx', code)).toEqual([]);
  },
);
