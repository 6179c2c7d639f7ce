import { ORPCError } from '@orpc/client';
import { throwIfGatewayFailed } from './outages.ts';
import { reportIfSessionEnded } from './session-events.ts';

type Upload = {
  method: 'POST' | 'PUT';
  /** A path on this server, such as `/files/deposits`. */
  path: string;
  /** The fields that travel with the file, in the `Wallet-Form` header. */
  form: object;
  file: File;
};

function toBase64Url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(binary.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** JSON has no dates: the fields whose names end in `At` are moments. */
function reviveDates(key: string, value: unknown): unknown {
  return key.endsWith('At') && typeof value === 'string' ? new Date(value) : value;
}

/** The error that a refusal of the server carries, as `api` throws it. */
export async function readRefusal(response: Response): Promise<ORPCError<string, unknown>> {
  return toError(response.status, parseBody(await response.text()));
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text, reviveDates);
  } catch {
    // A proxy in between may answer with a page of its own; its status still tells what happened.
    return undefined;
  }
}

function toError(status: number, body: unknown): ORPCError<string, unknown> {
  const json: Record<string, unknown> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  return new ORPCError(typeof json.code === 'string' ? json.code : 'INTERNAL', {
    status,
    message: typeof json.message === 'string' ? json.message : undefined,
    data: json.data,
  });
}

/**
 * Sends a form with a file: the file as the raw body, the form in a header. Answers what the server
 * says, dates revived; throws the same kind of error as `api`.
 */
export async function uploadForm<T>({ method, path, form, file }: Upload): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: {
      'Content-Type': file.type || 'application/octet-stream',
      'Wallet-Form': toBase64Url(JSON.stringify(form)),
    },
    body: file,
  });
  throwIfGatewayFailed(response);
  const body = parseBody(await response.text());
  if (response.ok && body !== undefined) return body as T; // The route's contract says what T is.
  const error = toError(response.status, body);
  reportIfSessionEnded(error);
  throw error;
}
