import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DISC_SIZES, ICON_SIZES } from '../web/ui/sizes.ts';

type Sources = ReadonlyMap<string, string>;
/** `scale`: values of the expression's group that are allowed. */
type Rule = { found: RegExp; instead: string; scale?: readonly number[] };

/** The files that give colours their meaning, and all tokens their values. */
const HOMES = ['web/theme.ts', 'web/ui/state/states.ts', 'web/ui/sizes.ts'];
const HUES =
  'positive|negative|caution|red|pink|grape|violet|indigo|cyan|teal|green|lime|yellow|orange';
const TYPE_SIZES = [11, 12, 14, 16, 18, 20];
const LENGTH = String.raw`(?<![\w.-])-?\d*\.?\d+(?:px|rem|em)\b`;

/** In components: state colours by name, distances as numbers, and sizes of icons and type outside their scales. */
const COMPONENTS: Rule[] = [
  {
    found: new RegExp(`(['"\`])(?:${HUES})(?:\\.\\d)?\\1`, 'g'),
    instead: 'the colour of a state stands in web/ui/state/states.ts',
  },
  {
    found: /\b(?:gap|spacing|verticalSpacing|horizontalSpacing|[mp][tbrlxy]?)=\{-?[1-9]\d*\}/g,
    instead: 'distances are tokens, such as "2xs"',
  },
  {
    found: /\bsize(?:=\{|: )(\d[\d.]*)\b/g,
    instead: 'sizes of icons and discs are in web/ui/sizes.ts',
    scale: [...ICON_SIZES, ...DISC_SIZES],
  },
  { found: /\bstroke(?:=\{|: )\d[\d.]*/g, instead: 'the weight of icons is in web/global.css' },
  { found: /\bfz=(?:\{|"|')\d[\w.]*/g, instead: 'sizes of type are tokens, such as "sm"' },
  {
    found: /\bfontSize(?:=\{|: )['"]?(\d[\d.]*)\b/g,
    instead: 'sizes of type are tokens, such as "sm"',
    scale: TYPE_SIZES,
  },
];

/** In styles: every value with a scale. */
const STYLES: Rule[] = [
  { found: /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi, instead: 'colours are tokens' },
  { found: /(?<![\w.-])\d*\.?\d+m?s\b/g, instead: 'durations are tokens: --wallet-quick and on' },
  {
    found: new RegExp(
      `(?<=^\\s*(?:gap|row-gap|column-gap|margin|padding)[a-z-]*:.*)${LENGTH}`,
      'gm',
    ),
    instead: 'distances are tokens: --mantine-spacing-*',
  },
  {
    found: new RegExp(`(?<=^\\s*font-size:.*)${LENGTH}`, 'gm'),
    instead: 'sizes of type are tokens: --mantine-font-size-*',
  },
  {
    found: new RegExp(`(?<=^\\s*border-radius:.*)${LENGTH}`, 'gm'),
    instead: 'radii are tokens: --mantine-radius-*',
  },
  {
    found: /(?:box-shadow|outline):(?!.*(?:var\(|none|0;)).*/g,
    instead: 'shadows and outlines are tokens',
  },
  { found: /(?<=^\s*z-index:\s*)-?\d+/gm, instead: 'layers are tokens: --wallet-layer-*' },
];

/**
 * Returns every place in the browser's sources (path from the project's folder, text) with its own look of a
 * state, or with a value that has a token.
 */
export function findOwnLooks(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith('web/') || HOMES.includes(file) || file.includes('.test.')) return [];
    const rules = file.endsWith('.css') ? STYLES : COMPONENTS;
    return rules.flatMap(({ found, instead, scale }) =>
      [...text.matchAll(found)]
        .filter(([, value]) => !scale?.includes(Number(value)))
        .map((match) => {
          const line = text.slice(0, match.index).split('\n').length;
          return `${file}:${line}: ${match[0]}: ${instead}`;
        }),
    );
  });
}

/** The styles of components. Styles of every element are in web/global.css. */
export function readStyles(projectDir: string): Sources {
  const files = readdirSync(path.join(projectDir, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.module.css'))
    .map((name) => path.posix.join('web', name.replaceAll(path.sep, '/')));
  return new Map(files.map((file) => [file, readFileSync(path.join(projectDir, file), 'utf8')]));
}
