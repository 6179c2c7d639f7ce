import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ClamdAddress } from '../config/file-settings.ts';

const MAX_REPLY_LENGTH = 1024;
const LENGTH_BYTES = 4;

/**
 * Returns the name of the virus that clamd finds in a file; undefined if it finds none. Throws for any other reply, a lost
 * connection and an aborted signal.
 * Source: https://docs.clamav.net/manual/Usage/Scanning.html#clamd (the commands of `man clamd`)
 */
export async function scanFile(
  address: ClamdAddress,
  file: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const reply = await call(address, inStream(file), signal);
  if (reply === 'stream: OK') return undefined;
  const virus = /^stream: ([ -~]+) FOUND$/.exec(reply)?.[1];
  return virus ?? refuse(reply);
}

/** Throws if clamd does not reply that it is ready. */
export async function pingClamd(address: ClamdAddress, signal: AbortSignal): Promise<void> {
  const reply = await call(address, [Buffer.from('zPING\0')], signal);
  if (reply !== 'PONG') refuse(reply);
}

function refuse(reply: string): never {
  throw new Error(`clamd replied ${JSON.stringify(reply)}`);
}

async function* inStream(file: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of createReadStream(file)) {
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}

async function call(
  address: ClamdAddress,
  request: AsyncIterable<Buffer> | Iterable<Buffer>,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const socket = connect({ ...address, signal });
  // The connection stays open in both directions: clamd may drop a client that has closed its half.
  pipeline(request, socket, { end: false }).catch((error) => socket.destroy(error));
  try {
    return await readReply(socket);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    socket.destroy();
  }
}

async function readReply(socket: Socket): Promise<string> {
  let reply = '';
  for await (const chunk of socket) {
    reply += chunk.toString('latin1');
    const end = reply.indexOf('\0');
    if (end >= 0 && end <= MAX_REPLY_LENGTH) return reply.slice(0, end);
    if (reply.length > MAX_REPLY_LENGTH) throw new Error('clamd sent too long a reply');
  }
  throw new Error('clamd closed the connection before its reply was complete');
}
