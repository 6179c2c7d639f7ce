/** A link that resets a password is valid for this long. */
export const RESET_MINUTES = 20;
/** A code that confirms a recovery address is valid for this long. */
export const CODE_MINUTES = 30;
export const CODE_LENGTH = 8;
/** Wrong codes after which a new code is needed. */
export const MAX_CODE_ATTEMPTS = 5;
/** Mails of each kind that one account can cause within 24 hours. */
export const MAILS_PER_DAY = 5;
