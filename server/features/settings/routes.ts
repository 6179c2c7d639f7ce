import type { FastifyInstance } from 'fastify';
import { pickSettings, type SettingKey } from '#contract/settings/table.ts';
import type { Deps } from '#server/deps.ts';
import { procedures } from '#server/platform/auth/gate.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import { authenticate } from '../sessions/service.ts';
import { describeColor, getBrand, setBrandImage } from './branding/service.ts';
import { addReason, listReasons, switchReason } from './reasons/service.ts';
import {
  getGeneralSettings,
  getSettings,
  getVisibleSettings,
  parseMaxDeposit,
  saveSettings,
} from './service.ts';

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

export function registerBrandImages(app: FastifyInstance, deps: Deps): void {
  registerUpload(
    app,
    { deps, authenticate: authenticate(deps) },
    {
      name: 'setBrandImage',
      handle: async ({ actor, file, params }) => ({
        answer: await setBrandImage(deps, actor, { image: params.id, file }),
      }),
    },
  );
}

const SERVICE = ['supportPhone', 'supportEmail', 'processingTime'] as const;

async function getSome<Key extends SettingKey>(deps: Deps, ...keys: Key[]) {
  return pickSettings(await getSettings(deps), keys);
}

/** Earlier REST procedures, each for one group of settings (`contract/settings/rest.ts`). */
export const settingsRestRoutes = {
  limits: routes.limits.handler(({ context }) => getSome(context.deps, 'maxDepositPaise')),
  setMaxDeposit: routes.setMaxDeposit.handler(({ context: { deps, actor }, input }) =>
    saveSettings(deps, actor, { maxDepositPaise: parseMaxDeposit(input.amount) }),
  ),
  review: routes.review.handler(({ context }) => getSome(context.deps, 'undoSeconds')),
  setReview: routes.setReview.handler(({ context: { deps, actor }, input }) =>
    saveSettings(deps, actor, input),
  ),
  target: routes.target.handler(({ context }) => getSome(context.deps, 'targetMinutes')),
  setTarget: routes.setTarget.handler(({ context: { deps, actor }, input }) =>
    saveSettings(deps, actor, input),
  ),
  service: routes.service.handler(({ context }) => getSome(context.deps, ...SERVICE)),
  setService: routes.setService.handler(({ context: { deps, actor }, input }) =>
    saveSettings(deps, actor, input),
  ),
};
