import lighthouse, { auditFlowArtifacts } from 'lighthouse';
import { throttling } from 'lighthouse/core/config/constants.js';

/**
 * The speed that Lighthouse's fourfold slowdown assumes: the middle of its class of fast desktops. A slower
 * machine gets a proportionally smaller slowdown (lighthouse/docs/throttling.md, 'Calibrating the CPU slowdown').
 */
const FAST_DESKTOP = { benchmarkIndex: 1750, slowdown: 4 };

// Visits an address once, with a slowdown according to the machine's current speed, and prints the report as JSON.
const [url, port, categories] = process.argv.slice(2);
const flags = {
  port: Number(port),
  onlyCategories: categories.split(','),
  output: 'json',
  logLevel: 'error',
};
const { artifacts } = await lighthouse(url, flags);
const { benchmarkIndex, slowdown } = FAST_DESKTOP;
const cpuSlowdownMultiplier = Math.min(
  slowdown,
  Math.max(1, (slowdown * artifacts.BenchmarkIndex) / benchmarkIndex),
);
const throttled = { throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier } };
const settings = { ...artifacts.settings, ...throttled };
const gatherSteps = [
  { name: url, artifacts: { ...artifacts, settings }, flags: { ...flags, ...throttled } },
];
const { steps } = await auditFlowArtifacts({ gatherSteps });
process.stdout.write(JSON.stringify(steps[0].lhr));
