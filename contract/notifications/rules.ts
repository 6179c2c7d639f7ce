export const NOTIFICATIONS_LIMIT = 50;
/** How long a user can undo removing notifications. */
export const REMOVAL_UNDO_MS = 60_000;
