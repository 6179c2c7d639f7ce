/** The sections of the specification. Each needs a test. */
export const SECTIONS = {
  '1': 'What the product does and for whom',
  '2.1': 'Screens: entry and access',
  '2.2': 'Screens: routes of users',
  '2.3': 'Screens: routes of administrators',
  '2.4': 'Screens: the layout that all share',
  '2.5': 'Screens of users',
  '2.6': 'Screens of administrators',
  '3': 'Entities and their fields',
  '4': 'States and transitions',
  '5': 'Validation rules',
  '6': 'Roles and permissions',
  '7.1': 'Calls: authentication and session',
  '7.2': 'Calls: users and profiles',
  '7.3': 'Calls: balances and transactions',
  '7.4': 'Calls: bank accounts and the lists that administrators keep',
  '7.5': 'Calls: notifications',
  '7.6': 'Calls: realtime',
  '7.7': 'Calls: translation, recovery and export',
  '8': 'Error catalogue',
  '9': 'Business constants and limits',
};
export type Section = keyof typeof SECTIONS;

/** `tags: 'section-5'` of a Vitest test, `tag: '@section-5'` of an end-to-end test. */
const TAG = /'@?section-([\d.]+)'/g;
/** A statement of a `SpecChecker` starts with its section and a capital letter. */
const STATEMENT = /["'](\d(?:\.\d)?) (?![a-z])/g;

/** Returns each section without a test, and each tag without a section. */
export function findUnprovenSections(sources: ReadonlyMap<string, string>): string[] {
  const carried = new Set([...sources].flatMap(([file, text]) => findCarried(file, text)));
  const unproven = Object.entries(SECTIONS).filter(([section]) => !carried.has(section));
  const unknown = [...carried].filter((section) => !Object.hasOwn(SECTIONS, section));
  return [
    ...unproven.map(([section, name]) => `section ${section} (${name}): no test carries it`),
    ...unknown.map((section) => `section ${section}: there is none`),
  ];
}

function findCarried(file: string, text: string): string[] {
  const found = /\.(?:test|spec)\.tsx?$/.test(file) ? [...text.matchAll(TAG)] : [];
  if (/^e2e\/screens\/.*\.test\.ts$/.test(file)) found.push(...text.matchAll(STATEMENT));
  return found.map(([, section = '']) => section);
}
