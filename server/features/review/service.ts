export { countClaims } from './claims/queries.ts';
export {
  approveConfirmed,
  decide,
  decideTransactions,
  lockApproved,
} from './deciding/service.ts';
export { expediteDecisions } from './deferred/queries.ts';
export { decideRequests, undoDecision } from './deferred/service.ts';
export { lockWithDuplicates } from './duplicates/service.ts';
