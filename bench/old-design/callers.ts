import { createClient } from '@supabase/supabase-js';

const WARM_UP_MS = 3000;
const [url = '', callers, measuredMs] = process.argv.slice(2);
/** A channel that is never opened, because no caller subscribes to changes. */
const transport = class {};
const client = createClient(url, 'anonymous', { realtime: { transport } });

interface Waiting {
  id: string;
  user_id: string;
  amount: number;
}

const waiting: Waiting[] = dataOf(
  await client.from('transactions').select('id, user_id, amount').eq('status', 'pending'),
);

function dataOf({ data, error }: { data: unknown; error: Error | null }) {
  if (error) throw error;
  return data;
}

/** Approves as section 7 of the specification describes for a browser: reads the balance, and writes it back. */
async function approve({ id, user_id, amount }: Waiting): Promise<void> {
  const updated_at = new Date().toISOString();
  const decision = {
    status: 'approved',
    updated_at,
    approved_at: updated_at,
    approved_by: 'admin',
  };
  dataOf(await client.from('transactions').update(decision).eq('id', id));
  const wallets = client.from('wallet_balances');
  const { balance } = dataOf(
    await wallets.select('balance, updated_at').eq('user_id', user_id).single(),
  );
  const wallet = { user_id, balance: balance + amount, updated_at };
  dataOf(await client.from('wallet_balances').upsert(wallet, { onConflict: 'user_id' }));
}

async function approveFor(timeMs: number): Promise<number> {
  const startedAt = performance.now();
  let approved = 0;
  const approveInTurn = async () => {
    while (performance.now() - startedAt < timeMs) {
      const request = waiting.pop();
      if (!request) throw new Error('All requests were approved before the time was over');
      await approve(request);
      approved += 1;
    }
  };
  await Promise.all(Array.from({ length: Number(callers) }, approveInTurn));
  return approved / ((performance.now() - startedAt) / 1000);
}

await approveFor(WARM_UP_MS);
console.log(`RESULT ${await approveFor(Number(measuredMs))}`);
