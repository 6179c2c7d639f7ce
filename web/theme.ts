import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import classes from './theme.module.css';

const brand: MantineColorsTuple = [
  '#eef3ff',
  '#dce6ff',
  '#b9cbff',
  '#94b0ff',
  '#6e92fc',
  '#4c70f6',
  '#365bee',
  '#2747df',
  '#1f38b8',
  '#1b2d8f',
];
const gray: MantineColorsTuple = [
  '#f7f8fb',
  '#f0f2f7',
  '#e3e7ef',
  '#d2d8e4',
  '#b3bccc',
  '#8b96ab',
  '#5d687f',
  '#485368',
  '#323b4f',
  '#1a2233',
];
const dark: MantineColorsTuple = [
  '#e4e8f0',
  '#c2c9d6',
  '#9aa4b7',
  '#67728a',
  '#39435a',
  '#2a3347',
  '#1e2636',
  '#171e2c',
  '#10151f',
  '#0a0e16',
];
const positive: MantineColorsTuple = [
  '#ecfdf5',
  '#d1fae5',
  '#a7f3d0',
  '#6ee7b7',
  '#34d399',
  '#10b981',
  '#059669',
  '#047857',
  '#065f46',
  '#064e3b',
];
const negative: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
];
const caution: MantineColorsTuple = [
  '#fff7ed',
  '#ffedd5',
  '#fed7aa',
  '#fdba74',
  '#fb923c',
  '#f97316',
  '#ea580c',
  '#c2410c',
  '#9a3412',
  '#7c2d12',
];

const colors = { brand, blue: brand, gray, dark, positive, negative, caution };

/** The one home of colour, type, radius and spacing. Features use its tokens, never raw values. */
export const theme = createTheme({
  // Who asked their system for less motion gets none.
  respectReducedMotion: true,
  colors,
  black: gray[9],
  primaryColor: 'brand',
  // The first shades on which white text passes WCAG AA; the tones of `ui/states.ts` need one darker.
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'var(--wallet-font)',
  fontSmoothing: true,
  headings: { fontFamily: 'var(--wallet-font)', fontWeight: '650' },
  // Plain objects: naming the components themselves would load them before anything needs them.
  components: {
    InputWrapper: {
      classNames: {
        label: classes.label,
        description: `${classes.description} ${classes.hint}`,
        error: classes.hint,
      },
    },
    InputDescription: { classNames: { description: classes.hint } },
    InputError: { classNames: { error: classes.hint } },
    Input: { classNames: { wrapper: classes.field, input: classes.input } },
    PasswordInput: {
      classNames: {
        wrapper: classes.field,
        innerInput: classes.input,
        visibilityToggle: classes.reached,
      },
    },
    Tabs: { classNames: { list: classes.tabs, tab: classes.touched } },
    Button: { classNames: { root: classes.button } },
    ActionIcon: { classNames: { root: classes.reached } },
    CloseButton: { classNames: { root: classes.reached } },
    Burger: { classNames: { root: classes.reached } },
    Chip: { classNames: { label: classes.touched } },
    Combobox: { classNames: { option: classes.touched } },
    Paper: { defaultProps: { radius: 'lg' } },
    // The placeholder that takes the focus is not a child that a menu may have.
    Menu: {
      classNames: { item: classes.touched },
      defaultProps: { withInitialFocusPlaceholder: false },
    },
    Modal: {
      classNames: { title: classes.dialogTitle },
      // Its header is not the page's.
      defaultProps: { radius: 'lg', centered: true, attributes: { header: { role: 'none' } } },
    },
  },
});

const NAMES = ['brand', 'blue', 'gray', 'positive', 'negative', 'caution'] as const;

function variablesOf(shades: { text: number; onLight: number }): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => [
      [`--mantine-color-${name}-text`, colors[name][shades.text] ?? ''],
      [`--mantine-color-${name}-outline`, colors[name][shades.text] ?? ''],
      [`--mantine-color-${name}-light-color`, colors[name][shades.onLight] ?? ''],
    ]),
  );
}

/** In the dark, tints of the surface beneath are calmer than Mantine's solid shades. */
function darkTints(): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => [
      [`--mantine-color-${name}-light`, `color-mix(in srgb, ${colors[name][5]} 16%, transparent)`],
      [
        `--mantine-color-${name}-light-hover`,
        `color-mix(in srgb, ${colors[name][5]} 24%, transparent)`,
      ],
    ]),
  );
}

/** Mantine's own dimmed, placeholder and light-variant colours fail WCAG AA; these pass it. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...variablesOf({ text: 7, onLight: 8 }),
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': negative[7],
    '--mantine-color-anchor': brand[7],
    '--wallet-canvas': gray[0],
    '--wallet-line': gray[2],
    '--wallet-unread': brand[0],
    '--wallet-selected': brand[0],
  },
  dark: {
    ...variablesOf({ text: 3, onLight: 2 }),
    ...darkTints(),
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': negative[3],
    '--mantine-color-anchor': brand[3],
    '--wallet-canvas': dark[8],
    '--wallet-line': dark[5],
    '--wallet-unread':
      'color-mix(in srgb, var(--mantine-color-brand-5) 18%, var(--mantine-color-dark-7))',
    '--wallet-selected':
      'color-mix(in srgb, var(--mantine-color-brand-5) 18%, var(--mantine-color-dark-7))',
  },
});
