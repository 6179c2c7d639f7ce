export const OWN_DATA_PATH = '/files/my-data.zip';
/** Most downloads of a person and Indian day. */
export const MAX_OWN_DATA_PER_DAY = 5;
export const MAX_PASSBOOK_EXPORTS_PER_DAY = 50;
/** A download that takes longer is ended. */
export const MAX_OWN_DATA_MS = 60 * 60_000;
