import { matchLines } from '../server/matching/match-lines.ts';
import { buildDay } from '../server/testing/statement-days.ts';

const [lines = 0, pending = 0, seed = 0] = process.argv.slice(2).map(Number);
const day = buildDay({ seed, paid: pending, others: lines - pending });
const startedAt = performance.now();
const used = process.cpuUsage();
const { matches } = matchLines(day.lines.slice(0, lines), day.requests);
const { user, system } = process.cpuUsage(used);
const seconds = (performance.now() - startedAt) / 1000;
console.log(
  JSON.stringify({
    lines,
    'pending requests': day.requests.length,
    matches: matches.length,
    'one run, seconds': seconds,
    'one run, processor seconds': (user + system) / 1e6,
    'most memory of the process, MB': process.resourceUsage().maxRSS / 1000,
  }),
);
