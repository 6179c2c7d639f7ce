import type { Page } from '@playwright/test';

type Values = Record<string, string>;
type Tables = Record<string, RegExp>;

/** Token variables of the page, by scale. */
const FIXED: Tables = {
  Spacing: /^--mantine-spacing-/,
  'Font sizes': /^--mantine-(?:font-size-|h\d-font-size$)/,
  Radii: /^--mantine-radius-(?!default)/,
  'Motion, layers and others':
    /^--wallet-(?:quick|usual|slow|slide|layer|touch|disc|hairline|focus|mark|header|footer)/,
};
const BY_SCHEME: Tables = {
  'Surfaces and lines':
    /^--wallet-(?:canvas|overlay|well|line|accent|unread|selected)$|^--mantine-color-body$/,
  'Text colours': /^--mantine-color-(?:text|dimmed|placeholder|anchor|error)$/,
  'Text colours of tones': /^--mantine-color-(?:brand|positive|negative|caution|gray)-text$/,
};

/** Returns this page's tokens as Markdown tables, with dark values if they differ. */
export async function tokenTables(page: Page): Promise<string> {
  const light = await readIn(page, 'light');
  const dark = await readIn(page, 'dark');
  return [
    ...Object.entries(FIXED).map(([title, names]) => tableOf(title, ['Value'], names, [light])),
    ...Object.entries(BY_SCHEME).map(([title, names]) =>
      tableOf(title, ['Light', 'Dark'], names, [light, dark]),
    ),
  ].join('\n\n');
}

async function readIn(page: Page, colorScheme: 'light' | 'dark'): Promise<Values> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  return readVariables(page);
}

function tableOf(title: string, columns: string[], wanted: RegExp, values: Values[]): string {
  const names = Object.keys(values[0] ?? {}).filter((name) => wanted.test(name));
  return [
    `### ${title}`,
    '',
    `| Token | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...names.map(
      (name) => `| \`${name}\` | ${values.map((one) => plain(one[name])).join(' | ')} |`,
    ),
  ].join('\n');
}

/** Removes Mantine's scale factor of 1 from a length. */
function plain(value = ''): string {
  return value.replace(/^calc\((.+) \* 1\)$/, '$1');
}

/** Every variable that the page's styles set on the document, with its current value. */
function readVariables(page: Page): Promise<Values> {
  return page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const names = new Set<string>();
    // Rules inside layers and media queries are read after those around them.
    for (const rule of rules) {
      if (rule instanceof CSSGroupingRule) rules.push(...rule.cssRules);
      if (!(rule instanceof CSSStyleRule) || !/^:(?:root|host)/.test(rule.selectorText)) continue;
      for (const name of rule.style) if (name.startsWith('--')) names.add(name);
    }
    const now = getComputedStyle(document.documentElement);
    return Object.fromEntries([...names].map((name) => [name, now.getPropertyValue(name).trim()]));
  });
}
