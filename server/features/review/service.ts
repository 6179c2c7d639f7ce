export { countClaims } from './claims/queries.ts';
export {
  approveConfirmed,
  decide,
  decideTransactions,
  findDeferred,
  findUnchecked,
  lockApproved,
} from './deciding/service.ts';
export { expediteDecisions } from './deferred/queries.ts';
export { deferDecisions, findDeferredDecisions, isHeld } from './deferred/service.ts';
export { lockWithDuplicates } from './duplicates/service.ts';
export type { DecisionInput } from './queries.ts';
export { undoDecision } from './undoing/service.ts';
