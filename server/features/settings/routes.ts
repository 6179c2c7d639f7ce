import { procedures } from '#server/lib/gate.ts';
import { addReason, listReasons, switchReason } from './reasons.ts';
import {
  getGeneralSettings,
  getLimits,
  getReviewSettings,
  getServiceInfo,
  setMaxDeposit,
  setReviewSettings,
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
  switchReason: switchReasonOf,
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
