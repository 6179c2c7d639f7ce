import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { ClamdAddress } from '../platform/config/file-settings.ts';

/** The test file that every scanner reports, written backwards so that no scanner reports this source. */
export const EICAR = [...'*H+H$!ELIF-TSET-SURIVITNA-DRADNATS-RACIE$}7)CC7)^P(45XZP\\4[PA@%P!O5X']
  .reverse()
  .join('');

/** What clamd sends for a file before it closes the connection; undefined: nothing, and it stays open. */
type Reply = (content: Buffer) => string | undefined | Promise<string | undefined>;

export interface TestClamd {
  address: ClamdAddress;
  /** The content of each scanned file. */
  scanned: Buffer[];
  countConnections(): number;
  close(): Promise<void>;
}

const LENGTH_BYTES = 4;
const PING = Buffer.from('zPING\0');
const INSTREAM = Buffer.from('zINSTREAM\0');

export const findEicar: Reply = (content) =>
  content.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0';

/** Starts a server with clamd's commands PING and INSTREAM, on a free port or at `address`. */
export async function startClamd({
  address = { host: '127.0.0.1', port: 0 },
  reply = findEicar,
}: {
  address?: ClamdAddress;
  reply?: Reply;
} = {}): Promise<TestClamd> {
  const scanned: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, { scanned, reply });
  });
  server.listen(address);
  await once(server, 'listening');
  const { port } = 'path' in address ? { port: 0 } : (server.address() as AddressInfo);
  return {
    address: 'path' in address ? address : { ...address, port },
    scanned,
    countConnections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(socket: Socket, { scanned, reply }: { scanned: Buffer[]; reply: Reply }): void {
  const received: Buffer[] = [];
  socket.on('data', async (chunk) => {
    received.push(chunk);
    // Only then can the end have arrived: parsing after each chunk would take seconds for 16 MB.
    if (chunk.at(-1) !== 0) return;
    const request = Buffer.concat(received);
    if (request.equals(PING)) return void socket.end('PONG\0');
    const content = readStream(request);
    if (!content) return;
    scanned.push(content);
    const sent = await reply(content);
    if (sent !== undefined) socket.end(sent);
  });
}

/** Returns the content of a complete INSTREAM command; undefined if more is to come. */
function readStream(request: Buffer): Buffer | undefined {
  if (!request.subarray(0, INSTREAM.length).equals(INSTREAM)) return undefined;
  const chunks: Buffer[] = [];
  for (let at = INSTREAM.length; at + LENGTH_BYTES <= request.length; ) {
    const length = request.readUInt32BE(at);
    at += LENGTH_BYTES;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(request.subarray(at, at + length));
    at += length;
  }
  return undefined;
}
