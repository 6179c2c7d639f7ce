import { procedures } from '#server/platform/auth/gate.ts';
import { addReason, listReasons, switchReason } from './reasons/service.ts';
import {
  getGeneralSettings,
  getLimits,
  getReviewSettings,
  getReviewTarget,
  getServiceInfo,
  setMaxDeposit,
  setReviewSettings,
  setReviewTarget,
  setServiceInfo,
} from './service.ts';

const {
  addReason: addReasonOf,
  general,
  limits,
  reasons,
  review,
  service,
  setMaxDeposit: setMaxDepositOf,
  setReview,
  setService,
  setTarget,
  switchReason: switchReasonOf,
  target,
} = procedures.settings;

export const settingsRoutes = {
  general: general.handler(({ context }) => getGeneralSettings(context.deps)),
  limits: limits.handler(({ context }) => getLimits(context.deps)),
  setMaxDeposit: setMaxDepositOf.handler(({ context: { deps, actor }, input }) =>
    setMaxDeposit(deps, actor, input.amount),
  ),
  review: review.handler(({ context }) => getReviewSettings(context.deps)),
  setReview: setReview.handler(({ context: { deps, actor }, input }) =>
    setReviewSettings(deps, actor, input),
  ),
  target: target.handler(({ context }) => getReviewTarget(context.deps.db)),
  setTarget: setTarget.handler(({ context: { deps, actor }, input }) =>
    setReviewTarget(deps, actor, input),
  ),
  reasons: reasons.handler(({ context }) => listReasons(context.deps)),
  addReason: addReasonOf.handler(({ context: { deps, actor }, input }) =>
    addReason(deps, actor, input),
  ),
  switchReason: switchReasonOf.handler(({ context: { deps, actor }, input }) =>
    switchReason(deps, actor, input),
  ),
  service: service.handler(({ context }) => getServiceInfo(context.deps)),
  setService: setService.handler(({ context: { deps, actor }, input }) =>
    setServiceInfo(deps, actor, input),
  ),
};
