import { expect, it } from 'vitest';
import { type Frame, readFrames, writeFrame } from './frames.ts';

it('parses frames split at any byte, and skips comments and settings', async () => {
  const frames: Frame[] = [
    { event: { entity: 'ready' }, id: '5:0:0' },
    { event: { entity: 'sessionEnded', reason: 'लॉग आउट: done' } },
    { event: { entity: 'qrCode', op: 'update', id: 'a' }, id: '5:1:7' },
  ];
  const bytes = new TextEncoder().encode(`retry: 1000\n${frames.map(writeFrame).join(':\n\n')}`);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
      controller.close();
    },
  });
  let pieces = 0;
  const read: Frame[] = [];
  for await (const frame of readFrames(body, () => (pieces += 1))) read.push(frame);
  expect(read).toEqual(frames);
  expect(pieces).toBe(Math.ceil(bytes.length / 7));
});
