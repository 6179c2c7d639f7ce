import { sentenceOf } from '../base/errors.ts';
import { onStopSignal } from '../base/stop-signals.ts';
import { runServer } from './run.ts';

const stop = new AbortController();
onStopSignal(() => stop.abort());

await runServer(process.env, stop.signal).catch((error: unknown) => {
  // The server was stopped before it was ready.
  if (error instanceof Error && error.name === 'AbortError') return;
  console.error(`\n${sentenceOf(error)}\n`);
  process.exitCode = 1;
});
// Exits explicitly: connections to an unresponsive database would keep the process running.
process.exit();
