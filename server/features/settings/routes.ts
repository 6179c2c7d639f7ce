import type { FastifyInstance } from 'fastify';
import { type FileRouteContext, procedures } from '#server/deps/procedures.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import { describeColor, getBrand, setBrandImage } from './branding.ts';
import { addReason, listReasons, switchReason } from './reasons.ts';
import { getGeneralSettings, getSetting, getVisibleSettings, saveSettings } from './settings.ts';

const routes = procedures.settings;

export const settingsRoutes = {
  general: routes.general.handler(({ context }) => getGeneralSettings(context.deps)),
  get: routes.get.handler(({ context: { deps, actor } }) => getVisibleSettings(deps, actor)),
  brand: routes.brand.handler(({ context }) => getBrand(context.deps)),
  brandColors: routes.brandColors.handler(({ input }) => describeColor(input.color)),
  removeBrandImage: routes.removeBrandImage.handler(({ context: { deps, actor }, input }) =>
    setBrandImage(deps, actor, { ...input, file: undefined }),
  ),
  save: routes.save.handler(({ context: { deps, actor }, input }) =>
    saveSettings(deps, actor, input),
  ),
  review: routes.review.handler(async ({ context: { deps } }) => ({
    undoSeconds: await getSetting(deps.db.query, 'undoSeconds'),
  })),
  reasons: routes.reasons.handler(({ context }) => listReasons(context.deps, 'rejection')),
  adjustmentReasons: routes.adjustmentReasons.handler(({ context }) =>
    listReasons(context.deps, 'adjustment'),
  ),
  addReason: routes.addReason.handler(({ context: { deps, actor }, input }) =>
    addReason(deps, actor, input),
  ),
  switchReason: routes.switchReason.handler(({ context: { deps, actor }, input }) =>
    switchReason(deps, actor, input),
  ),
};

export function registerBrandImages(app: FastifyInstance, context: FileRouteContext): void {
  const { deps } = context;
  registerUpload(app, context, {
    name: 'setBrandImage',
    handle: async ({ actor, file, params }) => ({
      answer: await setBrandImage(deps, actor, { image: params.id, file }),
    }),
  });
}
