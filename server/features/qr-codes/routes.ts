import type { FastifyInstance } from 'fastify';
import { id as idSchema } from '#contract/shared/base.ts';
import { appError } from '#server/base/errors.ts';
import { type FileRouteContext, procedures } from '#server/deps/procedures.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import {
  createQrCode,
  listActiveQrCodes,
  listQrCodes,
  removeQrCode,
  updateQrCode,
} from './qr-codes.ts';

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

export function registerQrCodeUploads(app: FastifyInstance, context: FileRouteContext): void {
  const { deps } = context;
  registerUpload(app, context, {
    name: 'createQrCode',
    handle: async ({ actor, form, file }) => ({
      answer: await createQrCode(deps, actor, { form, image: file }),
    }),
  });
  registerUpload(app, context, {
    name: 'replaceQrCode',
    handle: async ({ actor, form, file, params }) => {
      const id = idSchema.safeParse(params.id);
      if (!id.success) throw appError('QR_CODE_NOT_FOUND');
      return { answer: await updateQrCode(deps, actor, { id: id.data, form, image: file }) };
    },
  });
}
