import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeColors,
  rem,
} from '@mantine/core';
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

/**
 * Design tokens for colour, type, spacing, radius, elevation and motion; see docs/design.md. Features must use
 * tokens; `npm run check` rejects raw values.
 */
const theme = createTheme({
  respectReducedMotion: true,
  black: gray[9],
  primaryColor: 'brand',
  // The first shades on which white text passes WCAG AA; the tones of `ui/states.ts` need one step darker.
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  // Mantine's steps from xs on; the two smaller ones group related lines such as a label and its hint.
  spacing: {
    '3xs': rem(2),
    '2xs': rem(4),
    xs: rem(10),
    sm: rem(12),
    md: rem(16),
    lg: rem(20),
    xl: rem(32),
  },
  radius: { sm: rem(4), md: rem(8), lg: rem(16), xl: rem(32) },
  fontSizes: { '2xs': rem(11), xs: rem(12), sm: rem(14), md: rem(16), lg: rem(18), xl: rem(20) },
  // Shadows use the brand's dark shade instead of black.
  shadows: {
    xs: '0 1px 2px rgb(26 34 51 / 6%)',
    sm: '0 1px 3px rgb(26 34 51 / 10%)',
    md: '0 4px 12px rgb(26 34 51 / 12%)',
    lg: '0 8px 24px rgb(26 34 51 / 14%)',
    xl: '0 16px 48px rgb(26 34 51 / 18%)',
  },
  cursorType: 'pointer',
  fontFamily: 'var(--wallet-font)',
  fontSmoothing: true,
  headings: { fontFamily: 'var(--wallet-font)', fontWeight: '650' },
  // Plain objects: importing the components here would load them too early.
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
    SegmentedControl: { classNames: { label: classes.choice } },
    Tabs: { classNames: { list: classes.tabs, tab: `${classes.touched} ${classes.tab}` } },
    Button: {
      classNames: { root: classes.button, inner: classes.buttonInner, label: classes.buttonLabel },
    },
    ActionIcon: { classNames: { root: classes.reached } },
    Checkbox: { classNames: { labelWrapper: classes.option, label: classes.boxLabel } },
    Radio: { classNames: { labelWrapper: classes.option } },
    Switch: { classNames: { labelWrapper: classes.option } },
    Badge: { classNames: { root: classes.badge } },
    CloseButton: { classNames: { root: classes.reached } },
    Burger: { classNames: { root: classes.reached } },
    Chip: { classNames: { label: classes.touched } },
    Combobox: { classNames: { option: classes.touched, dropdown: classes.overlay } },
    Paper: { defaultProps: { radius: 'lg' } },
    Popover: { classNames: { dropdown: classes.overlay } },
    Drawer: { classNames: { content: classes.overlay, header: classes.overlay } },
    Notification: { classNames: { root: classes.overlay } },
    // The focus placeholder is not a valid child of a menu.
    Menu: {
      classNames: { item: classes.touched, dropdown: classes.overlay },
      defaultProps: { withInitialFocusPlaceholder: false },
    },
    Modal: {
      classNames: {
        title: classes.dialogTitle,
        content: classes.overlay,
        header: classes.overlay,
      },
      defaultProps: {
        radius: 'lg',
        centered: true,
        // Dialogs close without a transition, so that they do not block the page.
        transitionProps: { duration: 120, exitDuration: 0 },
        // A dialog's header must not be a landmark of the page.
        attributes: { header: { role: 'none' } },
      },
    },
  },
});

/** `shades` are the ten of an operator's colour; null: the product's. */
export function themeOf(shades: readonly string[] | null) {
  const chosen = shades ? (shades as MantineColorsTuple) : brand; // The server sends ten.
  return {
    ...theme,
    colors: { brand: chosen, blue: chosen, gray, dark, positive, negative, caution },
  };
}

const NAMES = ['brand', 'blue', 'gray', 'positive', 'negative', 'caution'] as const;

function variablesOf(
  colors: MantineThemeColors,
  shades: { text: number; onLight: number },
): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => [
      [`--mantine-color-${name}-text`, colors[name]?.[shades.text] ?? ''],
      [`--mantine-color-${name}-outline`, colors[name]?.[shades.text] ?? ''],
      [`--mantine-color-${name}-light-color`, colors[name]?.[shades.onLight] ?? ''],
    ]),
  );
}

/** In the dark scheme, uses tints of the surface instead of Mantine's solid shades. */
function darkTints(colors: MantineThemeColors): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => [
      [
        `--mantine-color-${name}-light`,
        `color-mix(in srgb, ${colors[name]?.[5]} 16%, transparent)`,
      ],
      [
        `--mantine-color-${name}-light-hover`,
        `color-mix(in srgb, ${colors[name]?.[5]} 24%, transparent)`,
      ],
    ]),
  );
}

const shadeOf = (colors: MantineThemeColors, index: number) => colors.brand?.[index] ?? '';

/** Variables that are equal in both colour schemes. */
const FIXED = {
  /** Minimum touch target. */
  '--wallet-touch': '2.75rem',
  /** Height of a small round button in a row. */
  '--wallet-chip': '2rem',
  /** Diameter of an icon's disc in a list. */
  '--wallet-disc': '2.125rem',
  '--wallet-hairline': '1px solid var(--wallet-line)',
  '--wallet-focus': '2px solid var(--wallet-accent)',
  /** Marks the current row at its edge. */
  '--wallet-mark': 'inset 3px 0 0 var(--wallet-accent)',
  /** Durations: hover and touch; opening and turning; highlighted changes; carousel slides. */
  '--wallet-quick': '120ms ease',
  '--wallet-usual': '250ms ease',
  '--wallet-slow': '400ms ease',
  '--wallet-slide': '500ms ease',
  /** Stacking order: table head over rows, bar over table heads, prompt over the page, top layer over everything. */
  '--wallet-layer-above': '1',
  '--wallet-layer-bar': '2',
  '--wallet-layer-prompt': '250',
  '--wallet-layer-top': '1100',
  '--wallet-lifted': 'drop-shadow(0 24px 40px rgb(0 0 0 / 35%))',
};

/** Mantine's dimmed, placeholder and light-variant colours fail WCAG AA; these pass it. */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }) => ({
  variables: FIXED,
  light: {
    ...variablesOf(colors, { text: 7, onLight: 8 }),
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-error': negative[7],
    '--mantine-color-anchor': shadeOf(colors, 7),
    '--wallet-accent': shadeOf(colors, 7),
    '--wallet-canvas': gray[0],
    '--wallet-overlay': '#ffffff',
    '--wallet-well': '#ffffff',
    '--wallet-line': gray[2],
    '--wallet-unread': shadeOf(colors, 0),
    '--wallet-selected': shadeOf(colors, 0),
  },
  dark: {
    ...variablesOf(colors, { text: 3, onLight: 2 }),
    ...darkTints(colors),
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-error': negative[3],
    '--mantine-color-anchor': shadeOf(colors, 3),
    '--wallet-accent': shadeOf(colors, 4),
    // Elevation by lightness: a field is darker than its surface, a dialog is lighter than the page.
    '--wallet-canvas': dark[8],
    '--wallet-overlay': dark[6],
    '--wallet-well': dark[8],
    '--wallet-line': dark[5],
    '--wallet-unread':
      'color-mix(in srgb, var(--mantine-color-brand-5) 18%, var(--mantine-color-dark-7))',
    '--wallet-selected':
      'color-mix(in srgb, var(--mantine-color-brand-5) 18%, var(--mantine-color-dark-7))',
  },
});
