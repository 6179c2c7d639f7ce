export const MAX_NAME_LENGTH = 120;
export const MAX_DESCRIPTION_LENGTH = 500;
export const MAX_NOTES_LENGTH = 1000;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_URL_LENGTH = 2000;
export const MAX_DISPLAY_ORDER = 100_000;
export const PAGE_ROWS = 50;
export const MAX_PHONE_LENGTH = 30;
/** Rows of a list that is read whole: banks, sources, site links, banners and QR codes. */
export const MAX_LISTED_ROWS = 1000;
