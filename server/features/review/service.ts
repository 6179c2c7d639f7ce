export { countClaims } from './claims/queries.ts';
export {
  approveConfirmed,
  decide,
  decideTransactions,
  lockApproved,
} from './deciding/service.ts';
export { expediteDecisions } from './deferred/queries.ts';
export {
  decideRequests,
  deferDecisions,
  findDeferred,
  findDeferredDecisions,
  isHeld,
} from './deferred/service.ts';
export { lockWithDuplicates } from './duplicates/service.ts';
export { undoDecision } from './undoing/service.ts';
