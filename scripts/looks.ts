/** Where colours get their meaning: the shades of each, and what of the product has which. */
const HOMES = ['web/theme.ts', 'web/ui/states.ts'];
const HUES =
  'positive|negative|caution|red|pink|grape|violet|indigo|cyan|teal|green|lime|yellow|orange';
/** A colour that says how something stands, given by name: `'red'`, `"caution"`, `'green.5'`. */
const NAMED = new RegExp(`(['"\`])(?:${HUES})(?:\\.\\d)?\\1`, 'g');

/**
 * Every place of the browser's sources (path from the project's folder, text) that chooses for itself how a state
 * looks. `web/ui/states.ts` has the one list, and a type that nobody else's literal fits.
 */
export function findOwnLooks(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith('web/') || HOMES.includes(file) || file.includes('.test.')) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(NAMED)].map(
          ([found]) => `${file}:${index + 1}: ${found} is a state's: take it from web/ui/states.ts`,
        ),
      );
  });
}
