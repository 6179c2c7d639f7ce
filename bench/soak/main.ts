import { keepTemporaryFilesInMemory } from '#server/testing/temporary-folder.ts';
import { soakClock } from './clock.ts';
import { soakDisk } from './disk.ts';
import { soakFailover } from './failover.ts';
import { soakInputs } from './inputs.ts';
import { soakKills } from './kills.ts';
import { soakModel } from './model.ts';
import { soakNetwork } from './network.ts';
import { soakUpgrade } from './upgrade.ts';

const soaks: Record<string, (options: string[]) => Promise<void>> = {
  clock: soakClock,
  disk: soakDisk,
  failover: soakFailover,
  inputs: soakInputs,
  kills: soakKills,
  model: soakModel,
  network: soakNetwork,
  upgrade: soakUpgrade,
};

const [name = '', ...options] = process.argv.slice(2);
const soak = soaks[name];
if (!soak) {
  console.error(`Choose one of: ${Object.keys(soaks).join(', ')}`);
  process.exit(2);
}
keepTemporaryFilesInMemory();
await soak(options);
process.exit();
