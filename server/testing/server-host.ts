import { createInterface } from 'node:readline';
import { runInThisContext } from 'node:vm';
import { runServer } from '#server/start/run.ts';

/** An input line, which starts a server; the next line stops it. `clock` is code that sets the server's clock. */
interface Task {
  settings: NodeJS.ProcessEnv;
  clock: string;
}

const MachineDate = Date;
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (let line = await lines.next(); !line.done; line = await lines.next()) {
  // Only the end-to-end tests' `ServerHost` writes these lines.
  const { settings, clock } = JSON.parse(line.value) as Task;
  globalThis.Date = MachineDate;
  runInThisContext(clock);
  const stop = new AbortController();
  const served = runServer(settings, stop.signal);
  await Promise.race([lines.next(), served]);
  stop.abort();
  await served;
  console.log('this server has ended');
}
process.exit();
