import { createInterface } from 'node:readline';
import { runInThisContext } from 'node:vm';
import { runServer } from '#server/run.ts';

/** A line of its input, which begins a server; the next line ends it. `clock` is a program that sets its clock. */
interface Task {
  settings: NodeJS.ProcessEnv;
  clock: string;
}

const MachineDate = Date;
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (let line = await lines.next(); !line.done; line = await lines.next()) {
  // Written by the journeys' `ServerHost` alone.
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
