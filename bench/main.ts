import path from 'node:path';
import { buildWhatIsStale } from '../scripts/build.ts';
import { benchApprovals } from './approvals.ts';
import { benchBackup } from './backup.ts';
import { benchBundle } from './bundle.ts';
import { benchDeposits } from './deposits.ts';
import { benchFirstData } from './first-data.ts';
import { benchLists } from './lists.ts';
import { benchMatching } from './matching.ts';
import { benchReads } from './reads.ts';
import { benchStreams } from './streams.ts';

const wanted = process.argv.slice(2);

const benches: Record<string, () => Promise<void>> = {
  approvals: benchApprovals,
  backup: benchBackup,
  bundle: benchBundle,
  deposits: benchDeposits,
  'first-data': benchFirstData,
  lists: benchLists,
  matching: benchMatching,
  reads: benchReads,
  streams: benchStreams,
};

const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
await buildWhatIsStale(path.resolve(import.meta.dirname, '..'));
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
