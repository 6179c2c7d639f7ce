export const NOTIFICATIONS_LIMIT = 50;
export const REMOVAL_UNDO_MS = 60_000;
