import { ORPCError } from '@orpc/client';
import { readUploadAnswer } from '#contract/uploads/answers.ts';
import { type UploadName, uploads } from '#contract/uploads/routes.ts';
import type { UploadAnswer, UploadForm } from '#contract/uploads/schema.ts';
import { reportSessionRefusal } from '../session/session-events.ts';
import { throwIfGatewayFailed } from './outages.ts';
import { type SendOptions, sendFile } from './send-file.ts';
import { withStepUp } from './step-up.ts';

type Upload<Name extends UploadName> = SendOptions & {
  id?: string;
  form: UploadForm<Name>;
  file: File;
};

function toBase64Url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return btoa(binary.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export async function readRefusal(response: Response): Promise<ORPCError<string, unknown>> {
  return toError(response.status, parseBody(await response.text()));
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may respond with an HTML page; the status is enough.
    return undefined;
  }
}

function toError(status: number, body: unknown): ORPCError<string, unknown> {
  const json: Record<string, unknown> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  return new ORPCError(typeof json.code === 'string' ? json.code : 'INTERNAL', {
    status,
    message: typeof json.detail === 'string' ? json.detail : undefined,
    data: json.data,
  });
}

/** Throws the same errors as `api`, and UploadCut if there is no response. */
export function sendUpload<Name extends UploadName>(
  name: Name,
  upload: Upload<Name>,
): Promise<UploadAnswer<Name>> {
  return withStepUp(() => sendOnce(name, upload));
}

async function sendOnce<Name extends UploadName>(
  name: Name,
  { id = '', form, file, signal, onProgress }: Upload<Name>,
): Promise<UploadAnswer<Name>> {
  const { method, path } = uploads[name];
  const headers = {
    'Content-Type': file.type || 'application/octet-stream',
    'Wallet-Form': toBase64Url(JSON.stringify(form)),
  };
  const request = { method, path: path.replace('{id}', id), headers, file };
  const response = await sendFile(request, { signal, onProgress });
  throwIfGatewayFailed(response);
  const body = parseBody(await response.text());
  if (response.ok && typeof body === 'object' && body !== null) return readUploadAnswer(name, body);
  const error = toError(response.status, body);
  reportSessionRefusal(error);
  throw error;
}
