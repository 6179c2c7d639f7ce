/** Mails that could not be sent are kept for this long. */
export const FAILED_MAIL_DAYS = 30;
/** Failed mails that the settings page shows. */
export const SHOWN_FAILED_MAILS = 50;
