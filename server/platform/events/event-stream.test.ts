import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readFrames, writeFrame } from '#contract/events/frames.ts';
import { createRandom } from '#server/testing/random.ts';
import { Broadcast, BroadcastReader, EventStream, type Sink } from './event-stream.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

/** Opens a stream over a real connection whose client has read nothing yet. */
async function openUnread(): Promise<{
  stream: EventStream;
  sink: ServerResponse;
  reader: IncomingMessage;
}> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const requested = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const request = get({ port, host: '127.0.0.1', agent: false });
  cleanups.push(() => {
    request.destroy();
    server.close();
  });
  const [, sink] = await requested;
  const stream = new EventStream(
    { userId: 'u', sessionId: 's', role: 'user', adminRole: 'administrator' },
    { number: 0, broadcast: new Broadcast() },
  );
  stream.begin(sink, Buffer.from(writeFrame({ event: { entity: 'ready' } })));
  const [reader] = (await once(request, 'response')) as [IncomingMessage];
  reader.pause();
  return { stream, sink, reader };
}

function frameOf(n: number, padding = ''): Buffer {
  return Buffer.from(
    writeFrame({ event: { entity: 'qrCode', op: 'update', id: `${n}${padding}` }, id: `5:${n}:0` }),
  );
}

async function fill(stream: EventStream, sink: ServerResponse): Promise<void> {
  for (let n = 0; sink.writableLength === 0; n += 1) {
    stream.queue(frameOf(n, 'x'.repeat(256 * 1024)));
    stream.flush();
    await new Promise(setImmediate);
  }
}

test('a slow client receives resync in place of events that exceeded its buffer', async () => {
  const { stream, sink, reader } = await openUnread();
  await fill(stream, sink);
  const held = sink.writableLength;
  for (let n = 1; n <= 1200; n += 1) {
    stream.queue(frameOf(n), `5:${n}:0`);
    stream.flush();
  }
  expect(sink.writableLength).toBe(held);
  const seen: (string | undefined)[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      reader.on('data', (data: Buffer) => controller.enqueue(data));
      reader.on('end', () => controller.close());
    },
  });
  reader.resume();
  while (sink.writableLength > 0) await new Promise(setImmediate);
  stream.tick({ isHeartbeatDue: false });
  stream.end();
  for await (const { event, id } of readFrames(body))
    if (id?.startsWith('5:')) seen.push(`${event.entity} ${id}`);
  const after = seen.slice(seen.findIndex((line) => line?.startsWith('resync')));
  expect(after[0]).toMatch(/^resync 5:\d+:0$/);
  expect(after.at(-1)).toMatch(/ 5:1200:0$/);
  expect(after.length).toBeLessThan(400);
});

test('closes the connection of a client that stops reading', async () => {
  const { stream, sink } = await openUnread();
  await fill(stream, sink);
  const closed = once(sink, 'close');
  for (let beat = 0; beat < 31; beat += 1) stream.tick({ isHeartbeatDue: true });
  await closed;
  expect(stream.hasEnded).toBe(true);
});

test('readers of a broadcast receive only later frames, and share the bytes', () => {
  const broadcast = new Broadcast();
  const [one, other] = [new BroadcastReader(broadcast), new BroadcastReader(broadcast)];
  broadcast.add(frameOf(1), '5:1:0');
  const late = new BroadcastReader(broadcast);
  broadcast.add(frameOf(2), '5:2:0');
  const both = one.read();
  expect(both).toEqual(Buffer.concat([frameOf(1), frameOf(2)]));
  expect(other.read()).toBe(both);
  expect(one.waiting()).toBe(0);
  expect(late.waiting()).toBe(frameOf(2).byteLength);
  expect(late.read()).toEqual(frameOf(2));
  expect(late.read()).toHaveLength(0);
});

test('own frames and broadcast frames leave in the order they were queued, whenever the stream is written', () => {
  const random = createRandom(1);
  for (let run = 0; run < 200; run += 1) {
    const broadcasts = [new Broadcast(), new Broadcast()];
    const [followed = new Broadcast()] = broadcasts;
    const session = {
      userId: 'u',
      sessionId: 's',
      role: 'user' as const,
      adminRole: 'administrator' as const,
    };
    const stream = new EventStream(session, { number: 0, broadcast: followed });
    const written: Buffer[] = [];
    stream.begin(
      {
        writableLength: 0,
        end: nothing,
        destroy: nothing,
        setTimeout: nothing,
        write: (bytes: Buffer) => written.push(bytes) > 0,
      } as unknown as Sink, // Only the methods that a stream calls.
      Buffer.from(''),
    );
    const expected: Buffer[] = [];
    let heard = followed;
    for (let n = 0; n < 30; n += 1) {
      const act = Math.floor(random() * 5);
      if (act === 0) stream.flush();
      else if (act === 1) {
        heard = broadcasts[n % 2] ?? heard;
        stream.follow(heard);
      } else {
        expected.push(frameOf(n));
        if (act === 2) stream.queue(frameOf(n));
        else heard.add(frameOf(n), `5:${n}:0`);
      }
    }
    stream.flush();
    expect(Buffer.concat(written).toString()).toBe(Buffer.concat(expected).toString());
  }
});

function nothing(): void {}
