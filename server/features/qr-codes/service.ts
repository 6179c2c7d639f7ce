import type { QrCode, QrCodeForm } from '#contract/qr-codes/schema.ts';
import { qrCodes as table } from '#server/db/schema/qr-codes.ts';
import { selectionOf } from '#server/db/selection.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import type { StoredFile } from '#server/platform/files/stored-images.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { defineCatalogue, defineImages } from '../catalogue/service.ts';

export { lockQrCodeIds } from './queries.ts';

const images = defineImages('/files/qr-codes/');

/** Users receive the events too, because they choose from the active codes. Deposits keep a deleted code. */
const qrCodes = defineCatalogue({
  rows: {
    table,
    columns: selectionOf(table, 't', [
      'id',
      'name',
      'description',
      'imageUrl',
      'isActive',
      'createdAt',
    ]),
    isListed: 'deleted_at IS NULL',
    order: 'created_at DESC, id DESC',
    deletion: 'marked',
  },
  notFound: 'QR_CODE_NOT_FOUND',
  chainId: 'qr-codes',
  toAudit: ({ before, after }) => ({
    entity: 'qr-code',
    before: before && toDetails(before),
    after: after && toDetails(after),
  }),
  toEvent: (change) => ({ entity: 'qrCode', ...change }),
  notifies: 'qrCodesChanged',
  onRemove: (deps, tx, { imageUrl }) => images.remove(deps, tx, imageUrl),
});

export const listQrCodes = qrCodes.list;
export const listActiveQrCodes = qrCodes.listActive;

export async function createQrCode(
  deps: Deps,
  actor: Actor,
  { form, image }: { form: QrCodeForm; image: StoredFile },
): Promise<QrCode> {
  return qrCodes.create(deps, actor, async (tx) => ({
    ...toFields(form),
    id: newId(),
    imageUrl: await images.store(tx, { actor, image }),
    createdAt: tx.at,
  }));
}

export async function updateQrCode(
  deps: Deps,
  actor: Actor,
  { id, form, image }: { id: string; form: Partial<QrCodeForm>; image?: StoredFile },
): Promise<QrCode> {
  return qrCodes.change(deps, actor, {
    id,
    build: async (before, tx) => {
      const description = before.description ?? '';
      const after = { ...before, ...toFields({ ...before, description, ...form }) };
      if (!image) return after;
      await images.remove(deps, tx, before.imageUrl);
      return { ...after, imageUrl: await images.store(tx, { actor, image }) };
    },
  });
}

/** Deposits that reference it stay. */
export const removeQrCode = qrCodes.remove;

function toFields({ name, description, isActive }: QrCodeForm) {
  return { name, description: description || null, isActive };
}

function toDetails({ name, description, imageUrl, isActive }: QrCode) {
  return { name, description, qrImageUrl: imageUrl, isActive };
}
