import type { QrCode, QrCodeForm } from '#contract/qr-codes/schema.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import { qrCodes as table } from '#server/db/schema/qr-codes.ts';
import { selectionOf } from '#server/db/selection.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import type { StoredFile } from '#server/platform/files/stored-images.ts';
import { holdNew, requireApproval } from '../approvals/require-approval.ts';
import type { Need } from '../approvals/store-approvals.ts';
import { defineCatalogue, defineImages } from '../catalogue/catalogue.ts';
import { payeeOf } from './payees.ts';

export { isActiveQrCode, lockQrCodeIds } from './qr-codes.queries.ts';

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
      'upiId',
      'payeeName',
      'merchantCode',
      'isSigned',
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
  beforeRemove: (tx, { actor, row }) =>
    requireApproval(tx, {
      ...{ actor, kinds: ['qrCode'], command: 'qrCodes.remove', input: { id: row.id } },
      targetId: row.id,
      change: {
        ...({ action: 'qr-code.delete', entity: 'qr-code' } as const),
        ...{ before: toDetails(row), after: null },
      },
    }),
  onRemove: (deps, tx, { imageUrl }) => images.remove(deps, tx, imageUrl),
});

export const listQrCodes = qrCodes.list;
export const listActiveQrCodes = qrCodes.listActive;

/**
 * Returns the code with a new image as it is saved. If a rule covers QR codes, it is inactive, and a request for its
 * activation is stored.
 */
async function held(tx: Tx, actor: Actor, after: QrCode): Promise<QrCode> {
  if (!after.isActive) return after;
  const before = { ...after, isActive: false };
  const need = changeOf(actor, { form: { isActive: true }, before, after });
  return (await holdNew(tx, need, 'qr-codes')) ? before : after;
}

/** The stored input has what its confirmers saw, so that it fails if the code was changed since. */
function changeOf(
  actor: Actor,
  { form, before, after }: { form: Partial<QrCodeForm>; before: QrCode; after: QrCode },
): Need {
  const { id } = before;
  return {
    ...{ actor, kinds: ['qrCode'], command: 'qrCodes.update', targetId: id },
    input: { ...form, id, shown: toDetails(before) },
    change: {
      ...({ action: 'qr-code.update', entity: 'qr-code' } as const),
      before: toDetails(before),
      after: toDetails(after),
    },
  };
}

export async function createQrCode(
  deps: Deps,
  actor: Actor,
  { form, image }: { form: QrCodeForm; image: StoredFile },
): Promise<QrCode> {
  return qrCodes.create(deps, actor, async (tx) =>
    held(tx, actor, {
      ...toFields(form),
      ...payeeOf(form, { image }),
      id: newId(),
      imageUrl: await images.store(tx, { actor, image }),
      createdAt: tx.at,
    }),
  );
}

/**
 * Needs no second approval if the code is inactive afterwards, because no user sees it then. Throws
 * QR_CODE_NOT_FOUND or SECOND_APPROVAL_REQUIRED.
 */
export async function updateQrCode(
  deps: Deps,
  actor: Actor,
  { id, form, image }: { id: string; form: Partial<QrCodeForm>; image?: StoredFile },
): Promise<QrCode> {
  return qrCodes.change(deps, actor, {
    id,
    build: async (before, tx) => {
      const description = before.description ?? '';
      const after = {
        ...before,
        ...toFields({ ...before, description, ...form }),
        ...payeeOf(form, { image, before }),
      };
      if (!image) {
        if (after.isActive) await requireApproval(tx, changeOf(actor, { form, before, after }));
        return after;
      }
      await images.remove(deps, tx, before.imageUrl);
      const imageUrl = await images.store(tx, { actor, image });
      return held(tx, actor, { ...after, imageUrl });
    },
  });
}

/** Deposits that reference it stay. */
export const removeQrCode = qrCodes.remove;

function toFields({
  name,
  description,
  isActive,
}: Pick<QrCodeForm, 'name' | 'description' | 'isActive'>) {
  return { name, description: description || null, isActive };
}

function toDetails({ id: _, createdAt: _createdAt, imageUrl, ...details }: QrCode) {
  return { ...details, qrImageUrl: imageUrl };
}
