import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectPeer } from '../platform/processes/calls.ts';
import { watchReplies } from './heartbeat.ts';

/** Replies as a worker does, until a message starts an endless loop. */
const PROGRAM = `process.on('message', ({ kind, id, name }) => {
  if (name === 'block') for (;;);
  if (kind === 'call') process.send({ kind: 'answer', id });
});`;

async function startProcess() {
  const file = path.join(tmpdir(), `wallet-heartbeat-${process.pid}.mjs`);
  await writeFile(file, PROGRAM);
  const child = fork(file, { execArgv: [] });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(file);
  });
  return { child, exited, peer: connectPeer<{ reply(): void; block(): void }>(child, {}) };
}

test('a process whose event loop is blocked is reported once, and not before', async () => {
  const { child, exited, peer } = await startProcess();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked: Promise<void>[] = [];
  const ask = () => {
    const reply = peer.call('reply', undefined);
    asked.push(reply);
    return reply;
  };
  const onSilent = vi.fn(() => void child.kill('SIGKILL'));
  watchReplies(ask, { timeoutMs: 1000, onSilent });
  const turn = (count: number) => {
    for (let n = 0; n < count; n += 1) vi.advanceTimersByTime(100);
  };
  for (let n = 0; n < 25; n += 1) {
    turn(1);
    await asked.at(-1);
  }
  expect(asked).toHaveLength(25);
  peer.note('block', undefined);
  turn(10);
  expect(onSilent).not.toHaveBeenCalled();
  turn(15);
  expect(onSilent).toHaveBeenCalledOnce();
  expect(asked).toHaveLength(26);
  expect(await exited).toEqual([null, 'SIGKILL']);
});
