/** Pure tests of the browser pass the present as an argument. */
const TESTED = /^(?:e2e\/|server\/testing\/|(?:server|bench)\/.*\.test\.ts$)/;
const DATE = String.raw`20\d\d-\d\d`;
/** A name of the present, with a date as its value. */
const NAMED = new RegExp(
  String.raw`\b(?:usual_?|test_?)?(?:now|today|begin|start|test_?day|day_?before|week_?before)(?:ed)?(?:_?at|_?ms)?\b['"]?(?:: \w+)?\s*[=:(].*${DATE}`,
  'i',
);
const SET = new RegExp(
  String.raw`\b(?:stopAt|startAt|setSystemTime|setFixedTime|pauseAt)\(.*${DATE}`,
);
const REASON = /\bFixed: \S/;
/** How far above a line its reason may be: in the comment of the statement. */
const COMMENT_LINES = 4;

/**
 * Returns the places where tests choose a day as their present without a reason. Such a day goes away from the clock of a database,
 * a browser or a file, and turns tests red after some time. Take it from `server/testing/clock.ts`, or write
 * `// Fixed: <reason>`.
 */
export function findFixedDays(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) => (TESTED.test(file) ? findIn(file, text) : []));
}

function findIn(file: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    if (!NAMED.test(line) && !SET.test(line)) return [];
    const reasons = lines.slice(Math.max(0, at - COMMENT_LINES), at + 1);
    if (reasons.some((one) => REASON.test(one))) return [];
    return `${file}:${at + 1}: a fixed day as the present of a test. Use START of server/testing/clock.ts, or write "Fixed: <reason>" above it`;
  });
}
