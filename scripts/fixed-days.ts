/** Tests of the server and their set-up. Pure tests of the browser pass the present as an argument. */
const SERVER = /^(?:server\/testing\/|(?:server|bench)\/.*\.test\.ts$)/;
const JOURNEYS = /^e2e\//;

const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const DAY = String.raw`(?:20\d\d-\d\d|Date\.UTC\(20|new Date\(20\d\d,|\b(?:${MONTHS})[a-z]* 20\d\d\b)`;
/** A name of the present that gets a day. */
const NAMED = new RegExp(
  String.raw`\b(?:usual_?|test_?|fixed_?)?(?:(?<!set)now|today|begin|start|test_?day|day_?before|week_?before|late|noon)(?:_?at|_?ms)?\b['"]?(?:: \w+)?\s*(?:[=:]|\((?!\)))[^;=]{0,60}${DAY}`,
  'gi',
);
/** A clock that is set to a day. Not `setNow` of a money world, which sets all clocks of its test, and they stand still. */
const SET = new RegExp(
  String.raw`\b(?:stopAt|startAt|setSystemTime|setFixedTime|pauseAt|install)\([^;]{0,60}${DAY}`,
  'g',
);
const ANY = new RegExp(DAY, 'g');
const REASON = /\bFixed: \S/;

/**
 * Returns the places where tests choose a day as their present without a reason. The clocks of a database, a browser and the machine
 * go on, and the tests fail after some time. Take the present from `server/testing/clock.ts`, or write
 * `Fixed: <reason>` in the line or in the comment above it. Journeys run on the present day, so any day of them needs a reason.
 */
export function findFixedDays(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (JOURNEYS.test(file)) return findIn(file, text, [ANY]);
    return SERVER.test(file) ? findIn(file, text, [NAMED, SET]) : [];
  });
}

function findIn(file: string, text: string, patterns: RegExp[]): string[] {
  const lines = text.split('\n');
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  const numbers = found.map(({ index }) => text.slice(0, index).split('\n').length);
  const unexplained = [...new Set(numbers)].filter((number) => !hasReason(lines, number - 1));
  return unexplained
    .toSorted((a, b) => a - b)
    .map(
      (number) =>
        `${file}:${number}: a fixed day as the present of a test. Use START of server/testing/clock.ts, or write "Fixed: <reason>" above it`,
    );
}

/** Whether a line has a reason, or the comment directly above it. */
function hasReason(lines: string[], at: number): boolean {
  if (REASON.test(lines[at] ?? '')) return true;
  for (let above = at - 1; /^\s*(?:\/\/|\/?\*)/.test(lines[above] ?? ''); above -= 1) {
    if (REASON.test(lines[above] ?? '')) return true;
  }
  return false;
}
