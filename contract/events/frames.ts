import type { EventPosition } from './position.ts';
import type { LiveEvent } from './schema.ts';

export const EVENTS_PATH = '/api/events';

/** It has an id if the stream can be resumed after it. */
export interface Frame {
  event: LiveEvent;
  id?: EventPosition;
}

export function writeFrame({ event, id }: Frame): string {
  const lines = [...(id === undefined ? [] : [`id: ${id}`]), `data: ${JSON.stringify(event)}`];
  return `${lines.join('\n')}\n\n`;
}

/** Calls `onBytes` whenever data arrives, comments included. Throws if reading `body` throws. */
export async function* readFrames(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => undefined,
): AsyncGenerator<Frame, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let part = await reader.read(); part.value; part = await reader.read()) {
      onBytes();
      const blocks = (text + decoder.decode(part.value, { stream: true })).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield* readBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): Frame[] {
  const fields = new Map(block.split('\n').map((line) => splitField(line)));
  const data = fields.get('data');
  // Safe cast: the server serialized a `LiveEvent`.
  return data === undefined ? [] : [{ event: JSON.parse(data) as LiveEvent, id: fields.get('id') }];
}

function splitField(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ');
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)];
}
