import { throwIfGatewayFailed } from '../api/outages.ts';
import { withStepUp } from '../api/step-up.ts';
import { readRefusal } from '../api/upload.ts';
import { reportSessionRefusal } from '../session/session-events.ts';

/** Reads a file of the server piece by piece. Throws the same errors as `api`, or a TypeError if it breaks off. */
export async function fetchPieces(
  path: string,
  onPiece: (piece: Uint8Array) => void,
): Promise<BlobPart[]> {
  const body = await withStepUp(() => openFile(path));
  const pieces: BlobPart[] = [];
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return pieces;
    pieces.push(value);
    onPiece(value);
  }
}

async function openFile(path: string) {
  const response = await fetch(path);
  throwIfGatewayFailed(response);
  if (response.ok && response.body) return response.body;
  const error = await readRefusal(response);
  reportSessionRefusal(error);
  throw error;
}
