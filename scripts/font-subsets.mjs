// Writes the font subsets of web/fonts from the fonts in node_modules. Its README.md describes when and how to run this.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';

const PROJECT = path.dirname(import.meta.dirname);
const SOURCES = path.join(PROJECT, 'node_modules/@fontsource-variable');
const REGULAR = { wght: 400 };
/** Printable ASCII, and the signs of English texts. */
const ENGLISH = `${String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 0x20 + at))}\u00a0©·×–—‘’“”•…−`;
const SUBSETS = [
  {
    name: 'english',
    font: 'inter',
    part: 'latin',
    text: ENGLISH,
    axes: { wght: { min: 400, max: 700, default: 400 } },
  },
  { name: 'rupee', font: 'inter', part: 'latin-ext', text: '₹' },
  ...Object.entries({
    devanagari: 'हिन्दी',
    telugu: 'తెలుగు',
    malayalam: 'മലയാളം',
    tamil: 'தமிழ்',
    kannada: 'ಕನ್ನಡ',
  }).map(([part, text]) => ({
    name: `name-${part}`,
    font: `noto-sans-${part}`,
    part,
    text,
    axes: REGULAR,
  })),
];

for (const { name, font, part, text, axes } of SUBSETS) {
  const source = path.join(SOURCES, font, 'files', `${font}-${part}-wght-normal.woff2`);
  const subset = await subsetFont(readFileSync(source), text, {
    targetFormat: 'woff2',
    ...(axes && { variationAxes: axes }),
  });
  writeFileSync(path.join(PROJECT, 'web/fonts', `${name}.woff2`), subset);
  console.log(`${name}.woff2: ${subset.length} bytes`);
}
