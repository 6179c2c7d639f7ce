import { describeError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import { readStoredFile } from '#server/platform/files/integrity.ts';
import { type MailLogo, makeMailLogo } from '#server/platform/mail/logo.ts';
import { type ImageRow, selectImage } from './branding.queries.ts';

/** Throws if the file is missing or has other bytes. */
export async function readImage({ files }: Pick<Deps, 'files'>, row: ImageRow): Promise<Buffer> {
  const { bytes, problem } = await readStoredFile(files, { ...row, userId: null });
  if (!bytes) throw new Error(`An image of the brand: ${problem}`);
  return bytes;
}

/** The last logo: all mails of a batch have the same. */
const lastLogo: { id?: string; logo?: MailLogo } = {};

/** Returns the logo of mails. Undefined without one, and if it cannot be read: mails do not wait for it. */
export async function findMailLogo(
  deps: Pick<Deps, 'db' | 'files' | 'log'>,
): Promise<MailLogo | undefined> {
  const row = await selectImage(deps.db.query, 'logo');
  if (!row) return undefined;
  if (lastLogo.id === row.id) return lastLogo.logo;
  try {
    const logo = await makeMailLogo(await readImage(deps, row));
    Object.assign(lastLogo, { id: row.id, logo });
    return logo;
  } catch (error) {
    deps.log.warn({ error: describeError(error) }, 'a mail is sent without the logo');
    return undefined;
  }
}
