import { errorTable } from '#contract/shared/errors.ts';
import type { SignedIn } from './harness.ts';
import { HOSTILE_STRINGS } from './hostile-strings.ts';
import { ANY_ID } from './procedures.ts';
import type { StringField } from './string-fields.ts';
import { upload } from './upload.ts';

type Caller = Pick<SignedIn, 'baseUrl' | 'cookie'>;

export interface Callers {
  user: Caller;
  admin: Caller;
}

/** No response of these procedures is longer. */
const LONGEST_RESPONSE = 200_000;

/**
 * Sends hostile strings in a field, as somebody who may call its procedure. Returns what is wrong with the responses: each must
 * be a result, or an error of the closed list that is not the server's fault.
 */
export async function sendHostileStrings(
  { user, admin }: Callers,
  { field, names }: { field: StringField; names: string[] },
): Promise<string[]> {
  const { baseUrl, cookie } = field.access === 'admin' ? admin : user;
  const wrong: string[] = [];
  for (const name of names) {
    const response = await fetch(`${baseUrl}/rpc/${field.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(field.access !== 'public' && { cookie }),
      },
      body: JSON.stringify({ json: field.inputWith(HOSTILE_STRINGS[name] ?? '') }),
    });
    const problem = problemOf(response.status, await response.text());
    if (problem) wrong.push(`${field.name}, ${name}: ${problem}`);
  }
  return wrong;
}

function problemOf(status: number, body: string): string | undefined {
  if (body.length > LONGEST_RESPONSE) return `a response of ${body.length} characters`;
  if (status < 400) return undefined;
  const { json } = JSON.parse(body) as { json?: { code?: string } };
  const { code = '' } = json ?? {};
  const isEnded = code === 'MISSING_SESSION';
  return status >= 500 || isEnded || !(code in errorTable) ? `${status} ${body}` : undefined;
}

type Place = { path: string; form: (turn: number) => object; as: keyof Callers };

/** Where files are sent. A person's pictures have no limit of a day. */
export const FILE_PLACES: Place[] = [
  { path: '/files/avatars', form: () => ({}), as: 'user' },
  {
    path: '/files/qr-codes',
    form: (turn) => ({ name: `Code ${turn}`, description: '', isActive: false }),
    as: 'admin',
  },
  {
    path: '/files/statements',
    form: () => ({ accountId: ANY_ID, fileName: 'a.csv', isImport: false }),
    as: 'admin',
  },
];

/**
 * Sends a file to one of the places that take files, in turns. Returns what is wrong with the response: it must be a result or
 * an error of the closed list that is not the server's fault.
 */
export async function sendHostileFile(
  callers: Callers,
  { file: [name, bytes], turn }: { file: [name: string, bytes: Buffer]; turn: number },
): Promise<string[]> {
  const { path, form, as } = FILE_PLACES[turn % FILE_PLACES.length] as Place;
  const { baseUrl, cookie } = callers[as];
  const sent = { cookie, path, form: form(turn), body: bytes };
  const { status, body } = await upload({ baseUrl }, sent);
  const problem = problemOf(status, JSON.stringify({ json: body }));
  return problem ? [`${name} to ${path}: ${problem}`] : [];
}
