import type { FastifyInstance } from 'fastify';
import { id as idSchema } from '#contract/base.ts';
import { qrCodeForm } from '#contract/qr-codes.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import { documentRules } from '#server/lib/files/images.ts';
import { registerUploadRoute } from '#server/lib/files/uploads.ts';
import { procedures } from '#server/lib/gate.ts';
import { authenticate } from '../sessions/service.ts';
import {
  createQrCode,
  listActiveQrCodes,
  listQrCodes,
  removeQrCode,
  updateQrCode,
} from './service.ts';

const { listActive, list, update, remove } = procedures.qrCodes;

export const qrCodeRoutes = {
  listActive: listActive.handler(({ context }) => listActiveQrCodes(context.deps)),
  list: list.handler(({ context }) => listQrCodes(context.deps)),
  update: update.handler(({ context, input: { id, ...form } }) =>
    updateQrCode(context.deps, context.actor, { id, form }),
  ),
  remove: remove.handler(async ({ context, input }) => {
    await removeQrCode(context.deps, context.actor, input.id);
    return {};
  }),
};

/** `POST /files/qr-codes` creates a QR code, `PUT /files/qr-codes/:id` replaces its image and fields. */
export function registerQrCodeUploads(app: FastifyInstance, deps: Deps): void {
  const context = { deps, authenticate: authenticate(deps) };
  const shared = {
    access: 'admin',
    kind: 'qr-codes',
    form: qrCodeForm,
    required: 'QR_CODE_IMAGE_REQUIRED',
    rules: {
      ...documentRules,
      errors: { type: 'QR_CODE_IMAGE_TYPE', tooLarge: 'QR_CODE_IMAGE_TOO_LARGE' },
    },
  } as const;
  registerUploadRoute(app, context, {
    ...shared,
    method: 'POST',
    path: '/files/qr-codes',
    handle: async ({ actor, form, file }) => ({
      answer: await createQrCode(deps, actor, { form, image: file }),
    }),
  });
  registerUploadRoute(app, context, {
    ...shared,
    method: 'PUT',
    path: '/files/qr-codes/:id',
    handle: async ({ actor, form, file, params }) => {
      const id = idSchema.safeParse(params.id);
      if (!id.success) throw appError('QR_CODE_NOT_FOUND');
      return { answer: await updateQrCode(deps, actor, { id: id.data, form, image: file }) };
    },
  });
}
