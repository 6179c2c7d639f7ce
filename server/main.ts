import { onStopSignal } from './lib/stop-signals.ts';
import { runServer } from './run.ts';

const stop = new AbortController();
onStopSignal(() => stop.abort());

await runServer(process.env, stop.signal).catch((error: unknown) => {
  // Told to stop before it was ready.
  if (error instanceof Error && error.name === 'AbortError') return;
  console.error(`\n${error instanceof Error ? error.message : 'The server could not run.'}\n`);
  process.exitCode = 1;
});
// Not left to the event loop: connections to a database that went silent would keep it.
process.exit();
