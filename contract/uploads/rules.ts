export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
export const MAX_UPLOAD_PIXELS = 40_000_000;
/** Maximum width and height in pixels, which is also the limit of WebP. */
export const MAX_UPLOAD_SIDE = 16_384;
/** How many uploads of a user are processed concurrently, and how many may be open. Others wait unread. */
export const MAX_UPLOADS_AT_ONCE = 2;
export const MAX_SENT_UPLOADS = 20;
export const MAX_OPEN_UPLOADS = 100;
/** Storage quota of a user's receipts and avatar: about a thousand receipts. */
export const MAX_STORED_BYTES = 1024 * 1024 * 1024;
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
