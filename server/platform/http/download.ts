import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Streams a file that the browser saves under this name. Its ending decides the content type. */
export async function sendDownload(
  reply: FastifyReply,
  fileName: string,
  lines: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const type = fileName.endsWith('.csv') ? 'text/csv' : 'application/json';
  reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${fileName}"`);
  // Nothing is read for a response without a body.
  if (reply.request.method === 'HEAD') return reply.send();
  return reply.send(Readable.from(await begin(lines)));
}

/** Reads the first rows before responding: an early failure is an error response, not a truncated file. */
async function begin(lines: AsyncGenerator<string>): Promise<AsyncGenerator<string>> {
  const parts = [await lines.next(), await lines.next()];
  return (async function* () {
    for (const part of parts) if (!part.done) yield part.value;
    yield* lines;
  })();
}
