export const TIMELINE_KINDS = [
  'requests',
  'decisions',
  'balance',
  'signIns',
  'changes',
  'notes',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
export const MAX_USER_NOTES = 500;
