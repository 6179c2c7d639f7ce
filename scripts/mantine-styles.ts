import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const ALL = '@mantine/core/styles.layer.css';
/** Components that no screen uses. Without their styles, a first visit loads 11 KB less. */
const UNUSED = [
  ...['Accordion', 'ActionBar', 'Affix', 'AngleSlider', 'AspectRatio', 'BackgroundImage'],
  ...['Blockquote', 'Breadcrumbs', 'Card', 'Cascader', 'Chip', 'ColorInput', 'ColorPicker'],
  ...['DataList', 'Dialog', 'EmptyState', 'Fieldset', 'Flex', 'FloatingWindow'],
  ...['LoadingOverlay', 'Mark', 'Marquee', 'Menubar', 'OverflowList', 'Pagination', 'Pill'],
  ...['PillsInput', 'PinInput', 'Rating', 'RingProgress', 'RollingNumber', 'Scroller'],
  ...['SemiCircleProgress', 'Splitter', 'Spoiler', 'Stepper', 'TableOfContents', 'Toggle'],
  ...['Toolbar', 'Tour', 'Tree', 'TreeSelect', 'Typography'],
];

/** Components whose styles come with them: few first screens have one. No other component's styles override these. */
const LATE = [
  ...['Checkbox', 'CheckboxCard', 'CheckboxIndicator', 'ColorSwatch', 'Divider', 'NavLink'],
  ...['Notification', 'NumberInput', 'PasswordInput', 'Radio', 'RadioCard', 'RadioIndicator'],
  ...['SegmentedControl', 'Slider', 'Switch', 'Table', 'Timeline'],
];
const COMPONENT = /@mantine[/]core[/]esm[/]components[/](?:.+[/])?([^/]+)[.]mjs$/;

/**
 * Removes the styles of unused components from those of Mantine, and loads those of `LATE` with their components. The
 * build fails if a script uses an unused one.
 */
export function mantineStyles(): Plugin {
  const removed = stylesOf(UNUSED);
  const late = stylesOf(LATE);
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?', 1)[0] ?? '';
      if (file.endsWith(ALL)) return { code: without(code, [...removed, ...late]), map: null };
      const [, name = ''] = COMPONENT.exec(file) ?? [];
      if (!late.has(name)) return undefined;
      return { code: `import '@mantine/core/styles/${name}.layer.css';\n${code}`, map: null };
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') refuseRemoved(chunk.code, removed);
      }
    },
  };
}

function stylesOf(names: string[]): Map<string, string> {
  const require = createRequire(import.meta.url);
  return new Map(
    names.map((name) => {
      const file = require.resolve(`@mantine/core/styles/${name}.layer.css`);
      return [name, contentOf(readFileSync(file, 'utf8'))];
    }),
  );
}

/** Each file is one layer; the file of all components is one layer too. */
function contentOf(layer: string): string {
  return layer.slice(layer.indexOf('{') + 1, layer.lastIndexOf('}')).trim();
}

function without(styles: string, removed: [name: string, text: string][]): string {
  return removed.reduce((rest, [name, text]) => {
    const shorter = rest.replace(text, '');
    if (shorter === rest) throw new Error(`Mantine's styles do not contain those of ${name}`);
    return shorter;
  }, styles);
}

function refuseRemoved(script: string, removed: Map<string, string>): void {
  for (const [name, text] of removed) {
    const used = classesOf(text).find((each) => script.includes(each));
    if (used) throw new Error(`${name} is used: remove it from UNUSED (scripts/mantine-styles.ts)`);
  }
}

/** `m_77c9d27d` is a class of one component. */
function classesOf(styles: string): string[] {
  return [...styles.matchAll(/\.(m_[0-9a-f]+)/g)].flatMap(([, name]) => name ?? []);
}
