import { once } from 'node:events';
import { createUnconfirmedSums } from '../platform/auth/unconfirmed-sums.ts';
import type { Config } from '../platform/config/config.ts';
import { createImageWork } from '../platform/files/image-work.ts';
import type { Logger } from '../platform/runtime/log.ts';
import { createShared } from '../shared.ts';
import { type RunningDatabase, startDatabase } from './database.ts';
import { Fleet } from './fleet.ts';
import { type Hooks, STOP_TIMEOUT_MS } from './serve.ts';

interface Parts {
  config: Config;
  settings: NodeJS.ProcessEnv;
  log: Logger;
  stop: AbortSignal;
  socket: number | undefined;
}

/** Starts the database and the workers, which serve requests on one port. This process only supervises them. */
export async function startWorkers({ config, settings, log, stop, socket }: Parts) {
  const common = {
    shared: createShared(),
    sums: createUnconfirmedSums(),
    imageWork: createImageWork(),
  };
  const fleet = new Fleet({ config, settings, log, common, socket });
  let database: RunningDatabase | undefined;
  const end = async () => {
    await fleet.stop();
    common.imageWork.close();
    await database?.stop();
  };
  const onStop = () => void fleet.stop();
  stop.addEventListener('abort', onStop, { once: true });
  try {
    database = await startDatabase(config, log);
    const ready = await fleet.begin(database);
    return {
      async run({ onReady, onStop }: Hooks) {
        await onReady(ready);
        if (!stop.aborted) await once(stop, 'abort');
        const stuck = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
        await Promise.all([onStop(), end()]);
        clearTimeout(stuck);
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
