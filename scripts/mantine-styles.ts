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

/** Removes the styles of unused components from those of Mantine. The build fails if a script uses one of them. */
export function mantineStyles(): Plugin {
  const require = createRequire(import.meta.url);
  const removed = new Map(
    UNUSED.map((name) => {
      const file = require.resolve(`@mantine/core/styles/${name}.layer.css`);
      return [name, contentOf(readFileSync(file, 'utf8'))];
    }),
  );
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?', 1)[0]?.endsWith(ALL)) return undefined;
      return { code: without(code, removed), map: null };
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') refuseRemoved(chunk.code, removed);
      }
    },
  };
}

/** Each file is one layer; the file of all components is one layer too. */
function contentOf(layer: string): string {
  return layer.slice(layer.indexOf('{') + 1, layer.lastIndexOf('}')).trim();
}

function without(styles: string, removed: Map<string, string>): string {
  return [...removed].reduce((rest, [name, text]) => {
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
