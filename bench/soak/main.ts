import { soakFailover } from './failover.ts';

const soaks: Record<string, (options: string[]) => Promise<void>> = { failover: soakFailover };

const [name = '', ...options] = process.argv.slice(2);
const soak = soaks[name];
if (!soak) {
  console.error(`Choose one of: ${Object.keys(soaks).join(', ')}`);
  process.exit(2);
}
await soak(options);
process.exit();
