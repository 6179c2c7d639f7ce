import path from 'node:path';
import { buildWhatIsStale } from '../scripts/build.ts';
import { benchAdminLatency } from './admin-latency.ts';
import { benchApprovalRaces } from './approval-races.ts';
import { benchApprovals } from './approvals.ts';
import { benchAuditCheck } from './audit-check.ts';
import { benchBackup } from './backup.ts';
import { benchBell } from './bell.ts';
import { benchBruteforce } from './bruteforce.ts';
import { benchBulk } from './bulk.ts';
import { benchBundle } from './bundle.ts';
import { benchDeleteUser } from './delete-user.ts';
import { benchDeposits } from './deposits.ts';
import { benchDesk } from './desk.ts';
import { benchExport } from './export.ts';
import { benchFirstData } from './first-data.ts';
import { benchFonts } from './fonts.ts';
import { benchHostileRequests } from './hostile-requests.ts';
import { benchHostileStatements } from './hostile-statements.ts';
import { benchInteractions } from './interactions.ts';
import { benchKnownDevice } from './known-device.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchLists } from './lists.ts';
import { benchLoginTiming } from './login-timing.ts';
import { benchLogins } from './logins.ts';
import { benchMatching } from './matching.ts';
import { benchMobileLatency } from './mobile-latency.ts';
import { benchPassbook } from './passbook.ts';
import { benchPeers } from './peers.ts';
import { benchReads } from './reads.ts';
import { benchReceipts } from './receipts.ts';
import { benchRefusals } from './refusals.ts';
import { benchScreens } from './screens.ts';
import { benchServers } from './servers.ts';
import { benchStart } from './start.ts';
import { benchStorage } from './storage.ts';
import { benchStreamBurst } from './stream-burst.ts';
import { benchStreams } from './streams.ts';
import { benchUpgrade } from './upgrade.ts';
import { benchUploads } from './uploads.ts';
import { benchWarmStart } from './warm-start.ts';
import { benchWithdrawals } from './withdrawals.ts';

const wanted = process.argv.slice(2);
/**
 * `npm run bench -- interactions users banks` measures only screens whose address contains one of the words, and
 * `hostile-statements zip` only such files.
 */
const words = ['interactions', 'hostile-statements'].includes(wanted[0] ?? '')
  ? wanted.splice(1)
  : [];

const benches: Record<string, () => Promise<void>> = {
  'admin-latency': benchAdminLatency,
  'approval-races': benchApprovalRaces,
  approvals: benchApprovals,
  'audit-check': benchAuditCheck,
  backup: benchBackup,
  bell: benchBell,
  bruteforce: benchBruteforce,
  bulk: benchBulk,
  bundle: benchBundle,
  'delete-user': benchDeleteUser,
  deposits: benchDeposits,
  desk: benchDesk,
  export: benchExport,
  'first-data': benchFirstData,
  fonts: benchFonts,
  'hostile-requests': benchHostileRequests,
  interactions: () => benchInteractions(words),
  'hostile-statements': () => benchHostileStatements(words),
  'known-device': benchKnownDevice,
  lighthouse: benchLighthouse,
  lists: benchLists,
  'login-timing': benchLoginTiming,
  logins: benchLogins,
  matching: benchMatching,
  'mobile-latency': benchMobileLatency,
  passbook: benchPassbook,
  peers: benchPeers,
  reads: benchReads,
  receipts: benchReceipts,
  refusals: benchRefusals,
  screens: benchScreens,
  servers: benchServers,
  start: benchStart,
  storage: benchStorage,
  'stream-burst': benchStreamBurst,
  streams: benchStreams,
  upgrade: benchUpgrade,
  uploads: benchUploads,
  'warm-start': benchWarmStart,
  withdrawals: benchWithdrawals,
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
