import { approveOverHttp, CALLERS, createWaiting } from './approvals.ts';
import { benchOldDesign } from './old-design.ts';
import { benchPgledger } from './pgledger.ts';
import { report } from './report.ts';
import { benchTextbook } from './textbook.ts';
import { openBenchWorld } from './world.ts';

/** Measures approvals over HTTP and other ways to move money, on the same durable cluster in one run. */
export async function benchPeers(): Promise<void> {
  const world = await openBenchWorld();
  try {
    const ids = await createWaiting(world, 'over_http');
    const { rate } = await approveOverHttp(world, ids);
    const textbook = await benchTextbook(world);
    const pgledger = await benchPgledger(world);
    const oldDesign = await benchOldDesign(world, CALLERS);
    await report('peers', `one movement of money at a time, ${CALLERS} callers over HTTP`, {
      'approvals over HTTP, a second': rate,
      'textbook posting in pgbench, a second': textbook,
      'ratio: approvals / textbook': rate / textbook,
      ...(pgledger && {
        'pgledger_create_transfer in pgbench, a second': pgledger,
        'ratio: approvals / pgledger': rate / pgledger,
      }),
      ...(oldDesign && {
        'the old design, a second': oldDesign,
        'ratio: approvals / the old design': rate / oldDesign,
      }),
    });
  } finally {
    await world.close();
  }
}
