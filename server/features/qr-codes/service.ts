import type { QrCode, QrCodeForm } from '#contract/qr-codes/schema.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { deleteFiles, insertFile, type StoredFile } from '#server/platform/files/stored-images.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import {
  lockQrCode,
  markQrCodeDeleted,
  presentQrCode,
  type QrCodeRow,
  saveQrCode,
  selectActiveQrCodes,
  selectQrCodes,
} from './queries.ts';

export { lockQrCodeIds } from './queries.ts';

const IMAGE_PATH = '/files/qr-codes/';

export async function listQrCodes({ db }: Deps): Promise<QrCode[]> {
  return (await selectQrCodes(db.query)).map(presentQrCode);
}

export async function listActiveQrCodes({ db }: Deps): Promise<QrCode[]> {
  return (await selectActiveQrCodes(db.query)).map(presentQrCode);
}

/** Creates a QR code with its image. Throws QR_CODE_NAME_REQUIRED. */
export async function createQrCode(
  deps: Deps,
  actor: Actor,
  { form, image }: { form: QrCodeForm; image: StoredFile },
): Promise<QrCode> {
  return runCommand(deps, actor, async (tx) => {
    const qrImageUrl = await keepImage(tx, { actor, image });
    const createdAt = tx.at;
    const after = { ...change(form), id: newId(), qrImageUrl, createdAt };
    await save(tx, { actor, before: undefined, after });
    return presentQrCode(after);
  });
}

/**
 * Changes the given fields and optionally the image. Removes the old image after the commit. Throws QR_CODE_NOT_FOUND
 * or QR_CODE_NAME_REQUIRED.
 */
export async function updateQrCode(
  deps: Deps,
  actor: Actor,
  { id, form, image }: { id: string; form: Partial<QrCodeForm>; image?: StoredFile },
): Promise<QrCode> {
  return runCommand(deps, actor, async (tx) => {
    const before = await lockQrCode(tx.query, id);
    if (!before) throw appError('QR_CODE_NOT_FOUND');
    const after = { ...before, ...change({ ...toForm(before), ...form }) };
    if (image) {
      after.qrImageUrl = await keepImage(tx, { actor, image });
      await deleteFiles(deps, tx, [before.qrImageUrl.slice(IMAGE_PATH.length)]);
    }
    await save(tx, { actor, before, after });
    return presentQrCode(after);
  });
}

/** Deletes a QR code and its image. Deposits that reference it stay. Throws QR_CODE_NOT_FOUND. */
export async function removeQrCode(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const before = await lockQrCode(tx.query, id);
    if (!before) throw appError('QR_CODE_NOT_FOUND');
    await markQrCodeDeleted(tx.query, id, tx.at);
    await deleteFiles(deps, tx, [before.qrImageUrl.slice(IMAGE_PATH.length)]);
    await recordChange(tx, { actor, before, after: undefined });
  });
}

function toForm({ name, description, isActive }: QrCodeRow): QrCodeForm {
  return { name, description: description ?? '', isActive };
}

function change({ name, description, isActive }: QrCodeForm) {
  return { name, description: description || null, isActive };
}

async function keepImage(
  tx: Tx,
  { actor, image }: { actor: Actor; image: StoredFile },
): Promise<string> {
  await insertFile(tx, { file: image, userId: actor.userId });
  return `${IMAGE_PATH}${image.id}`;
}

interface Change {
  actor: Actor;
  before: QrCodeRow | undefined;
  after: QrCodeRow | undefined;
}

async function save(tx: Tx, told: Change & { after: QrCodeRow }): Promise<void> {
  await saveQrCode(tx.query, told.after, tx.at);
  await recordChange(tx, told);
}

/** Notifies users too, because they choose from the active codes. */
async function recordChange(tx: Tx, { actor, before, after }: Change): Promise<void> {
  const op = !before ? 'insert' : !after ? 'delete' : 'update';
  const id = (after ?? before)?.id ?? '';
  const subject = { chainId: 'qr-codes', entity: 'qr-code', entityId: id } as const;
  const states = { before: audited(before), after: audited(after) };
  const entries = [{ ...subject, action: `qr-code.${op}` as const, ...states }];
  await recordAudit(tx, { actor, entries });
  publish(tx, [{ forEveryone: true, payload: { entity: 'qrCode', op, id } }]);
}

function audited(row: QrCodeRow | undefined) {
  if (!row) return null;
  const { name, description, qrImageUrl, isActive } = row;
  return { name, description, qrImageUrl, isActive };
}
