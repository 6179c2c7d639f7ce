/** The error codes with one HTTP status: a function of the text. */
const answering =
  <const Status extends number>(status: Status) =>
  <const Text extends string>(message: Text) => ({ status, message });

const badRequest = answering(400);
const unauthorized = answering(401);
const forbidden = answering(403);
const notFound = answering(404);
const conflict = answering(409);
const contentTooLarge = answering(413);
const unsupportedMediaType = answering(415);
const tooManyRequests = answering(429);
const unavailable = answering(503);

/**
 * Every error code with its HTTP status and English text. `{{name}}` is a placeholder for a field of the error's
 * data. The browser uses the text as a catalogue key and shows its translation.
 */
export const errorTable = {
  // identity
  MISSING_SESSION: unauthorized('Missing session data'),
  SESSION_NOT_FOUND: notFound('This session has already ended. Please reload the page.'),
  SESSION_USER_NOT_FOUND: unauthorized('User not found in database'),
  ACCOUNT_INACTIVE: unauthorized('User account is inactive'),
  PASSWORD_CHANGE_REQUIRED: forbidden(
    'An admin set your password. Please choose a new password first.',
  ),
  PASSWORD_UNCHANGED: badRequest('Please choose a password that differs from the current one.'),
  /** The data has the possible kinds of proof, separated by spaces. */
  STEP_UP_REQUIRED: forbidden('Please confirm that it is you, then try again.'),
  INVALID_CREDENTIALS: unauthorized('Invalid username or password'),
  CREDENTIALS_REQUIRED: badRequest('Please enter both username and password'),
  TOO_MANY_ATTEMPTS: tooManyRequests('Too many attempts. Please try again in {{seconds}} seconds.'),
  // second factors
  /** The data has the possible kinds of proof, separated by spaces. */
  SECOND_FACTOR_REQUIRED: unauthorized('Please enter your second factor to finish logging in.'),
  SECOND_FACTOR_REQUIRED_BY_POLICY: forbidden('Admins need a second factor. Please add one first.'),
  SECOND_FACTOR_INCORRECT: unauthorized(
    'This is not right, or was already used. Please try again.',
  ),
  SECOND_STEP_EXPIRED: unauthorized('This took too long. Please log in again with your password.'),
  SIGN_IN_LINK_INVALID: badRequest(
    'This link has expired. Go back to the app and open the wallet again.',
  ),
  SIGN_IN_LINK_USED: badRequest(
    'This link was already used. Go back to the app and open the wallet again.',
  ),
  // signing in with an OpenID Connect provider
  PROVIDER_UNAVAILABLE: conflict(
    'This way to sign in is not set up. Please log in with your username and password.',
  ),
  PROVIDER_UNREACHABLE: {
    status: 502,
    message:
      'The sign-in service cannot be reached. Please try again later, or log in with your username and password.',
  },
  PROVIDER_EXPIRED: badRequest(
    'This sign-in took too long, or was started again in another tab. Please try again.',
  ),
  PROVIDER_DENIED: badRequest('The sign-in was cancelled. Please try again.'),
  PROVIDER_REFUSED: badRequest('The sign-in could not be verified. Please try again.'),
  PROVIDER_NOT_RECENT: badRequest(
    'The sign-in service did not ask for your password again. Please confirm in another way.',
  ),
  PROVIDER_NOT_ALLOWED: forbidden(
    'This account may not sign in to the wallet. Please ask an admin.',
  ),
  IDENTITY_NOT_LINKED: forbidden(
    'This account is not linked yet. Log in with your username and password, and link it on the page Security.',
  ),
  IDENTITY_TAKEN: conflict('This account is linked with another person of the wallet.'),
  IDENTITY_NOT_FOUND: notFound('There is no linked account to remove. Please reload the page.'),
  PASSKEY_REFUSED: badRequest('This passkey could not be verified. Please try again.'),
  PASSKEYS_UNAVAILABLE: conflict(
    'Passkeys need a host name and https. Please ask support for the address.',
  ),
  PASSKEY_NOT_FOUND: notFound('This passkey no longer exists. Please reload the page.'),
  PASSKEY_NAME_REQUIRED: badRequest('Please enter a name for the passkey.'),
  TOO_MANY_PASSKEYS: conflict('You can have up to {{limit}} passkeys. Remove one to add another.'),
  AUTHENTICATORS_UNAVAILABLE: conflict(
    'Authenticator apps cannot be added yet: the server has no secret key. Please ask support.',
  ),
  AUTHENTICATOR_NOT_FOUND: notFound(
    'There is no authenticator app to change. Please reload the page.',
  ),
  AUTHENTICATOR_CODE_INCORRECT: badRequest(
    'This code is not right. Enter the code that your app shows now.',
  ),
  SECOND_FACTOR_MISSING: conflict('Add an authenticator app or a passkey first.'),
  ADMIN_REQUIRED: forbidden('Admin access required'),
  PERMISSION_REQUIRED: forbidden(
    'Your account does not have the permission {{permission}}. Please ask an admin.',
  ),
  CROSS_SITE_REQUEST: forbidden(
    'This request came from another site and was refused. Please open the wallet itself and try again.',
  ),
  MISDIRECTED: {
    status: 421,
    message:
      'The wallet cannot be opened at this address. Please use the address that you were given.',
  },
  DEFAULT_USER_PROTECTED: forbidden('Default users cannot be deactivated in demo mode'),
  DEFAULT_USER_KEPT: forbidden('Default users cannot be deleted in demo mode'),
  DEFAULT_USER_ROLE: forbidden('Cannot modify default user'),
  OWN_REQUEST: forbidden('You cannot approve your own request. Another admin has to approve it.'),
  OWN_ACCOUNT_PROTECTED: conflict(
    'You cannot do this to your own account. Please ask another admin.',
  ),
  OWN_PASSWORD_RESET: conflict(
    'You cannot reset your own password. Change it on the dashboard with your current password.',
  ),
  ACCOUNT_FROZEN: forbidden('This account is frozen. Reason: {{reason}}'),
  FREEZE_REASON_REQUIRED: badRequest('Please enter a reason. The user sees it.'),
  USERNAME_TOO_SHORT: badRequest('Username must be at least 3 characters.'),
  INVALID_USERNAME: badRequest('A username cannot contain control or invisible characters.'),
  NEW_PASSWORD_TOO_SHORT: badRequest('Password must be at least 6 characters.'),
  USERNAME_TAKEN: conflict('This username is already taken. Please choose another one.'),
  USERNAME_LOOKALIKE: conflict('This username looks like another one. Please choose another one.'),
  USER_NOT_FOUND: notFound('User not found'),
  ALL_FIELDS_REQUIRED: badRequest('All fields are required'),
  PASSWORD_TOO_SHORT: badRequest('Password must be at least 6 characters long'),
  ADMIN_PASSWORD_TOO_SHORT: badRequest(
    'The password of an admin must be at least {{length}} characters long.',
  ),
  /** The data has a `reason` of PASSWORD_WEAKNESSES. */
  WEAK_PASSWORD: badRequest('This password is easy to guess. Please choose another one.'),
  RECOVERY_UNAVAILABLE: conflict(
    'Passwords cannot be reset by email here. Please contact support.',
  ),
  USERNAME_REQUIRED: badRequest('Please enter your username.'),
  RESET_LINK_INVALID: badRequest(
    'This link has expired or was already used. Please get a new one.',
  ),
  UNSUBSCRIBE_LINK_INVALID: badRequest(
    'This link is not valid. Please choose your emails on your profile.',
  ),
  PUSH_UNAVAILABLE: conflict(
    'This server sends no notifications to devices. Please contact support.',
  ),
  PUSH_SUBSCRIPTION_INVALID: badRequest(
    'This browser cannot receive notifications from here. Please try another browser.',
  ),
  RECOVERY_CODE_INVALID: badRequest(
    'This code is wrong or has expired. After five wrong codes, you need a new one.',
  ),
  TOO_MANY_MAILS: tooManyRequests('Too many emails were sent today. Please try again tomorrow.'),
  CURRENT_PASSWORD_INCORRECT: badRequest('Current password is incorrect'),
  // API keys
  API_KEY_INVALID: unauthorized(
    'This API key is not valid: it is unknown, has expired or was revoked. Please create a new key.',
  ),
  API_KEY_SCOPE: forbidden(
    'This API key does not have the permission {{scope}}. Please use a key that has it.',
  ),
  NOT_FOR_API_KEYS: forbidden('This cannot be done with an API key. Please log in to do it.'),
  API_KEY_REQUIRED: forbidden('Only a program with an API key can do this.'),
  NOT_FOR_ADMIN_ACCOUNTS: forbidden('An API key can do this for users only, not for admins.'),
  USER_INACTIVE: conflict('The account of this user is inactive.'),
  API_KEY_LIMIT: tooManyRequests(
    'This API key has reached its limit for the day. Remaining: {{remaining}}. The limit starts again at {{until}}.',
  ),
  API_KEY_NAME_REQUIRED: badRequest('Please enter a name for the API key.'),
  API_KEY_SCOPES_REQUIRED: badRequest('Please choose at least one permission.'),
  API_KEY_NOT_FOUND: notFound('This API key no longer exists. Please reload the list.'),
  TOO_MANY_API_KEYS: conflict(
    'You can have up to {{limit}} API keys in use. Revoke one to make another.',
  ),
  VERIFICATION_REASON_REQUIRED: badRequest('Please enter a reason for the verification level.'),
  // verification documents
  DOCUMENT_REQUIRED: badRequest('Please choose an image of the document.'),
  DOCUMENTS_REQUIRED: badRequest('Please upload at least one document first.'),
  DOCUMENTS_UNAVAILABLE: unavailable(
    'Documents cannot be uploaded at the moment. Please contact support.',
  ),
  DOCUMENT_NOT_FOUND: notFound('This document no longer exists. Please reload the page.'),
  TOO_MANY_DOCUMENTS: conflict(
    'You can upload up to {{limit}} documents. Delete one to add another.',
  ),
  TOO_MANY_DOCUMENTS_TODAY: tooManyRequests(
    'You can upload up to {{limit}} documents a day. Please try again tomorrow.',
  ),
  TOO_MANY_VERIFICATIONS: tooManyRequests(
    'You can ask for a verification up to {{limit}} times a day. Please try again tomorrow.',
  ),
  INVALID_PAN: badRequest('Please check the PAN: 5 letters, 4 digits and 1 letter.'),
  INVALID_AADHAAR: badRequest('This Aadhaar number is not correct. Please check its 12 digits.'),
  VERIFICATION_WAITING: conflict(
    'Your documents are already being checked. Take the request back to change them.',
  ),
  VERIFICATION_LEVEL_REACHED: conflict('Your account already has this verification level.'),
  VERIFICATION_NOT_FOUND: notFound(
    'This verification request no longer exists. Please reload the list.',
  ),
  VERIFICATION_DECIDED: conflict(
    'This verification request has already been decided. Nothing was changed.',
  ),
  VERIFICATION_OPEN: conflict('Decide the verification request first.'),
  // notifications
  UNDO_EXPIRED: conflict('This can no longer be undone.'),
  // profiles
  INVALID_EMAIL: badRequest('Please enter a valid email address.'),
  INVALID_PHONE: badRequest('Please enter a valid phone number.'),
  BRAND_NAME_REQUIRED: badRequest('Please enter the name of the wallet.'),
  BRAND_ICON_TOO_SMALL: badRequest(
    'Please choose an icon of at least {{pixels}} × {{pixels}} pixels.',
  ),
  INVALID_BRAND_COLOR: badRequest(
    'Please choose a darker colour, on which white text can be read.',
  ),
  INVALID_PROCESSING_TIME: badRequest('Please enter a number or a range, such as 1-3.'),
  AVATAR_TYPE: unsupportedMediaType('Please select a JPEG, PNG, or WebP image'),
  AVATAR_TOO_LARGE: contentTooLarge('Please select an image smaller than 5MB'),
  // request format
  NOT_FOUND: notFound('Not found'),
  INVALID_INPUT: {
    status: 422,
    message: 'Some details are missing or incorrect. Please check the form and try again.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This cannot be done here. Please go back and try again.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'Sending this took too long. Please check your connection and try again.',
  },
  UNSUPPORTED_TYPE: unsupportedMediaType('This type of content is not accepted here.'),
  PAYLOAD_TOO_LARGE: contentTooLarge(
    'This is too large to send. Please use a smaller file or a shorter text.',
  ),
  RATE_LIMITED: tooManyRequests('Too many requests. Please wait a moment and try again.'),
  IDEMPOTENCY_CONFLICT: conflict(
    'This request was already sent with different details. Please reload and try again.',
  ),
  REQUEST_CANCELLED: conflict(
    'This request was cancelled after the connection was lost. Please send it again.',
  ),
  TOO_MANY_CANCELLED: tooManyRequests(
    'Your connection was lost too often today. Please try again tomorrow.',
  ),
  // money
  INVALID_DEPOSIT_AMOUNT: badRequest('Please enter a valid deposit amount'),
  DEPOSIT_ABOVE_MAXIMUM: badRequest('Maximum deposit amount is {{maximum}}'),
  UTR_REQUIRED: badRequest('Enter the UTR of your payment'),
  INVALID_UTR: badRequest(
    'This is not a UTR of this payment method. Check the number and the payment method.',
  ),
  DEPOSIT_ABOVE_LIMIT: conflict(
    'At your verification level you can deposit up to {{remaining}} at a time.',
  ),
  DEPOSIT_DAY_LIMIT: conflict(
    'You can deposit up to {{remaining}} more today. The daily limit of {{maximum}} starts again at midnight (India).',
  ),
  DEPOSIT_MONTH_LIMIT: conflict(
    'You can deposit up to {{remaining}} more this month. The monthly limit of {{maximum}} starts again on the 1st.',
  ),
  WITHDRAWAL_ABOVE_LIMIT: conflict(
    'At your verification level you can withdraw up to {{remaining}} at a time.',
  ),
  WITHDRAWAL_DAY_LIMIT: conflict(
    'You can withdraw up to {{remaining}} more today. The daily limit of {{maximum}} starts again at midnight (India).',
  ),
  WITHDRAWAL_MONTH_LIMIT: conflict(
    'You can withdraw up to {{remaining}} more this month. The monthly limit of {{maximum}} starts again on the 1st.',
  ),
  INVALID_WITHDRAWAL_AMOUNT: badRequest('Please enter a valid withdrawal amount greater than 0'),
  BELOW_MINIMUM_WITHDRAWAL: badRequest('Minimum withdrawal amount is {{minimum}}'),
  INSUFFICIENT_BALANCE: conflict(
    'Insufficient balance. Available: {{available}}, Requested: {{requested}}',
  ),
  AMOUNT_OUT_OF_RANGE: conflict(
    'This would take the balance past the allowed limit. Please enter a smaller amount.',
  ),
  BALANCE_CHANGED: conflict('Another update is in progress, please try again'),
  INVALID_BALANCE: badRequest('Please enter a valid balance'),
  BALANCE_ABOVE_MAXIMUM: badRequest('Maximum balance is {{maximum}}'),
  ADJUSTMENT_REASON_REQUIRED: badRequest(
    'Please enter a reason. The user sees it in the passbook.',
  ),
  ADJUSTMENT_REASON_TOO_SHORT: badRequest(
    'The reason needs at least {{length}} characters. The user sees it in the passbook.',
  ),
  ADJUSTMENT_ABOVE_MAXIMUM: badRequest(
    'One adjustment can change a balance by at most {{maximum}}.',
  ),
  ADJUSTMENT_DAY_LIMIT: conflict(
    'Your adjustments of one day can total at most {{maximum}}. {{remaining}} remain today. Another admin can make this adjustment.',
  ),
  BALANCE_BELOW_HELD: conflict(
    'The new balance cannot be below the amount on hold ({{held}}). Please enter a larger amount.',
  ),
  INVALID_WITHDRAWAL_DATA: badRequest(
    'Invalid withdrawal data. Please check the amount and try again.',
  ),
  // transactions
  TRANSACTION_NOT_FOUND: notFound('This request no longer exists. Please reload the list.'),
  ALREADY_DECIDED: conflict('{{decidedBy}} has already decided on this request.'),
  REQUEST_DECIDED: conflict('This request has already been decided. Nothing was changed.'),
  RECEIPT_REPLACED: conflict(
    'The user replaced the receipt after you opened this request. Check the new receipt.',
  ),
  /** The data has the ids of the approved requests, separated by spaces. */
  RECEIPT_ALREADY_APPROVED: conflict(
    'This receipt was already approved with another request. Compare both, and confirm that you approve it again.',
  ),
  /** The data has the id of the first request, `requestId`. */
  PAYMENT_ALREADY_CREDITED: conflict(
    'This payment was already credited with {{reference}}. Compare both. If it is another payment, say why.',
  ),
  TOO_MANY_REPLACEMENTS: conflict('You can replace a receipt up to {{limit}} times.'),
  WARNING_NOT_ACKNOWLEDGED: conflict(
    'This request has a warning. Check it and decide it on its own.',
  ),
  TOO_MANY_PENDING: conflict(
    'You can have up to {{limit}} requests waiting for approval. Please wait until one is decided.',
  ),
  TOO_MANY_REQUESTS_TODAY: tooManyRequests(
    'You can make up to {{perDay}} requests a day. You can make the next one from midnight (India).',
  ),
  DECISION_WAITING: conflict(
    'This request was just decided by {{decidedBy}}, who can still undo it.',
  ),
  DECISION_UNDONE: conflict('This decision was undone. Please review the request again.'),
  REASON_NOT_FOUND: notFound('The chosen reason no longer exists. Please choose another one.'),
  REASON_REQUIRED: badRequest('Please enter the reason in English.'),
  TOO_MANY_REASONS: conflict('You can keep up to {{limit}} reasons. Delete one to add another.'),
  VIEW_NAME_REQUIRED: badRequest('Please enter a name.'),
  VIEW_NOT_FOUND: notFound('This view no longer exists. Please reload the list.'),
  TOO_MANY_VIEWS: conflict('You can save up to {{limit}} views. Delete one to add another.'),
  SUPPORT_MESSAGE_NOT_FOUND: notFound('This message no longer exists. Please reload the list.'),
  CONVERSATION_CHANGED: conflict(
    'Something new was written in this conversation. Read it first, then try again.',
  ),
  CONVERSATION_FULL: conflict(
    'A conversation can have up to {{limit}} replies. Please send a new message.',
  ),
  TOO_MANY_REPLIES: tooManyRequests(
    'You can send up to {{limit}} replies a day. Please try again tomorrow.',
  ),
  NOTE_REQUIRED: badRequest('Please enter a note.'),
  NOTE_NOT_FOUND: notFound('This note no longer exists. Please reload the list.'),
  NOTE_OF_ANOTHER: forbidden('Only the author can delete a note.'),
  TOO_MANY_NOTES: conflict(
    'You can keep up to {{limit}} notes on one user. Delete one to add another.',
  ),
  SOURCE_NOT_FOUND: notFound('The chosen source no longer exists. Please choose another one.'),
  // second approvals
  SECOND_APPROVAL_REQUIRED: conflict(
    'This needs a second approval. Other admins were asked to confirm it.',
  ),
  TOO_MANY_APPROVALS: conflict(
    'You can have up to {{limit}} requests waiting for a second approval. Take one back to add another.',
  ),
  NO_CONFIRMER: conflict(
    'This needs a second approval, and no other admin can confirm it. Add another admin, or use the command line of the server.',
  ),
  APPROVAL_NOT_FOUND: notFound('This approval request no longer exists. Please reload the list.'),
  APPROVAL_ENDED: conflict('This approval request is no longer waiting. Please reload the list.'),
  APPROVAL_OWN: forbidden('You cannot confirm or reject your own approval request.'),
  APPROVAL_CONCERNS_CALLER: forbidden(
    'This concerns your own account. Another admin has to confirm it.',
  ),
  APPROVAL_RECENT_ACCOUNT: forbidden(
    'One of you created the account of the other, set its password or made them an admin in the last 30 days. Another admin has to confirm it.',
  ),
  APPROVAL_OF_ANOTHER: forbidden('Only the requester can take back this approval request.'),
  APPROVAL_FAILED: conflict(
    'This was confirmed, but could not be carried out. Nothing was changed.',
  ),
  // bank accounts
  BANK_ACCOUNT_REQUIRED: badRequest('Please select a bank account for the withdrawal'),
  BANK_ACCOUNT_NOT_OWNED: notFound('Selected bank account not found or does not belong to you.'),
  BANK_ACCOUNT_WAITING: conflict(
    'This bank account was added recently and cannot be used yet. Please wait, or choose another one.',
  ),
  BANK_ACCOUNT_REFERENCE: conflict(
    'Bank account reference error. Please select a valid bank account.',
  ),
  ACCOUNT_HOLDER_REQUIRED: badRequest('Account holder name is required'),
  ACCOUNT_NUMBER_TOO_SHORT: badRequest('Account number must be at least 5 characters'),
  BANK_NAME_REQUIRED: badRequest('Bank name is required'),
  INVALID_IFSC: badRequest('Enter a valid IFSC code: 4 letters, a zero, then 6 letters or digits.'),
  TOO_MANY_BANK_ACCOUNTS: conflict(
    'You can save up to {{limit}} bank accounts. Delete one to add another.',
  ),
  DEFAULT_ACCOUNT_CONFLICT: conflict(
    'The default account was changed in the meantime. Please try again.',
  ),
  // closures of accounts
  CLOSURE_WITH_PENDING: conflict(
    'You have pending requests. Wait until they are decided, or cancel them.',
  ),
  CLOSURE_WITH_BALANCE: conflict('Your balance is {{balance}}. Please withdraw it first.'),
  TOO_MANY_CLOSURES: tooManyRequests(
    'You asked to close your account too often today. Please try again tomorrow.',
  ),
  CLOSURE_ENDED: conflict('This closure request is no longer open. Please reload the page.'),
  CLOSURE_REASON_REQUIRED: badRequest('Please enter a reason. The user sees it.'),
  // exports
  TOO_MANY_EXPORTS: tooManyRequests(
    'You can download this up to {{perDay}} times a day. You can download it again from midnight (India).',
  ),
  EXPORT_RUNNING: conflict(
    'Your data is already being downloaded. Please wait until the download has ended.',
  ),
  // files
  FILE_REQUIRED: badRequest('Please upload a payment receipt'),
  FILE_TYPE: unsupportedMediaType('Please upload a JPEG, PNG, or WebP image'),
  FILE_TOO_LARGE: contentTooLarge('Please upload an image smaller than 5MB'),
  FILE_TOO_MANY_PIXELS: contentTooLarge(
    'This image is too wide or too tall. Please upload a smaller one.',
  ),
  FILE_UNREADABLE: badRequest('The image could not be read. Please choose another file.'),
  FILE_INFECTED: badRequest(
    'A virus was found in this file, so it was not saved. Please check your device for viruses, and choose another file.',
  ),
  TOO_MANY_UPLOADS: tooManyRequests(
    'You can upload {{limit}} images at a time. Please wait until one is done.',
  ),
  UPLOADS_BUSY: unavailable(
    'Many images are being uploaded right now. Please try again in a moment.',
  ),
  STORAGE_FULL: conflict(
    'Your images have reached the limit of {{megabytes}} MB. Please contact support.',
  ),
  // QR codes
  QR_CODE_NAME_REQUIRED: badRequest('Please enter a name for the QR code'),
  QR_CODE_IMAGE_REQUIRED: badRequest('Please select a QR code image'),
  QR_CODE_IMAGE_TYPE: unsupportedMediaType('Please select an image file'),
  QR_CODE_IMAGE_TOO_LARGE: contentTooLarge('File size must be less than 5MB'),
  TOO_MANY_PAYMENT_INTENTS: tooManyRequests(
    'You have started too many payments without sending their receipts. Send the receipts of the payments you made, or try again later.',
  ),
  INVALID_UPI_ID: badRequest('Enter a valid UPI ID.'),
  PAYEE_NAME_REQUIRED: badRequest('Enter the name of the payee.'),
  INVALID_MERCHANT_CODE: badRequest('Enter a merchant category code of 4 digits.'),
  OTHER_UPI_ID_IN_IMAGE: badRequest(
    'The image is the QR code of another UPI ID: {{upiId}}. Correct one of them.',
  ),
  QR_CODE_NOT_FOUND: notFound('This QR code is no longer in use. Please choose another one.'),
  // site content
  BANNER_NOT_FOUND: notFound('This banner no longer exists. Please reload the list.'),
  BANNER_TITLE_REQUIRED: badRequest('Please enter a banner title'),
  BANNER_IMAGE_REQUIRED: badRequest('Please upload an image'),
  BANNER_IMAGE_TYPE: unsupportedMediaType('Only JPEG, JPG, PNG, and WebP images are allowed'),
  BANNER_IMAGE_TOO_LARGE: contentTooLarge('File size must be less than 10MB'),
  LIST_FULL: conflict('This list is full. Delete an entry to add another.'),
  ORDER_CHANGED: conflict('The list was changed in the meantime. Please try again.'),
  INVALID_URL: badRequest('Please enter a valid URL'),
  TITLE_REQUIRED: badRequest('Please enter a title'),
  SITE_URL_NOT_FOUND: notFound('This site URL no longer exists. Please reload the list.'),
  SOURCE_NAME_TOO_SHORT: badRequest('Source name must be at least 2 characters'),
  SOURCE_NAME_TAKEN: conflict(
    'A source with this name already exists. Please choose another name.',
  ),
  BANK_NAME_TAKEN: conflict('A bank with this name already exists. Please choose another name.'),
  BANK_FIELDS_REQUIRED: badRequest('Please provide both bank name and code.'),
  BANK_FIELDS_EMPTY: badRequest('Bank name and code cannot be empty.'),
  BANK_NOT_FOUND: notFound('This bank no longer exists. Please reload the list.'),
  // webhooks
  INVALID_WEBHOOK_URL: badRequest(
    'Please enter an address that begins with https:// and contains no password.',
  ),
  WEBHOOK_URL_PRIVATE: badRequest(
    'This address is in a private network. Please enter one on the public internet.',
  ),
  WEBHOOK_EVENTS_REQUIRED: badRequest('Please choose at least one event.'),
  WEBHOOK_NOT_FOUND: notFound('This webhook no longer exists. Please reload the list.'),
  WEBHOOK_INACTIVE: conflict('This webhook is off. Please switch it on first.'),
  TOO_MANY_WEBHOOKS: conflict('You can keep up to {{limit}} webhooks. Delete one to add another.'),
  DELIVERY_NOT_FOUND: notFound('This delivery no longer exists. Please reload the list.'),
  MAIL_NOT_FOUND: notFound('This email is no longer kept. Please reload the list.'),
  // bank statements
  STATEMENT_REQUIRED: badRequest('Please choose a bank statement.'),
  STATEMENT_TOO_LARGE: contentTooLarge('Please choose a statement smaller than 16MB'),
  /** The data has a `fault` of STATEMENT_FAULTS and the row, or null. */
  STATEMENT_UNREADABLE: badRequest('This bank statement cannot be read.'),
  STATEMENT_READERS_BUSY: unavailable(
    'Other statements are being read at the moment. Please try again shortly.',
  ),
  STATEMENT_ACCOUNT_NAME_REQUIRED: badRequest('Please enter a name for the account.'),
  STATEMENT_ACCOUNT_NOT_FOUND: notFound('This account is not in use. Please choose another one.'),
  DEPOSIT_ACCOUNTS_UNAVAILABLE: conflict(
    'Account numbers cannot be stored: the server has no secret key.',
  ),
  TOO_MANY_STATEMENT_ACCOUNTS: conflict('You can have up to {{limit}} accounts.'),
  STATEMENT_IMPORT_NOT_FOUND: notFound('This import was already undone. Please reload the list.'),
  STATEMENT_IMPORT_FOLLOWED: conflict(
    'A later import of this account has the same lines. Undo the later one first.',
  ),
  STATEMENT_IMPORT_USED: conflict('Lines of this import are matched. Undo these matches first.'),
  STATEMENT_LINE_NOT_FOUND: notFound(
    'This line of the statement no longer exists. Please reload the list.',
  ),
  AUTOMATIC_APPROVAL_ALONE: forbidden(
    'The admin who imported the statement changed the settings of automatic approvals without a second approval.',
  ),
  /** The data has `unclaimedPaise`, the part of the line that is left. */
  STATEMENT_LINE_USED: conflict('This money was already matched. Please reload the list.'),
  STATEMENT_LINE_REQUESTED: conflict(
    'The deposit {{reference}} has the UTR of this payment. Please decide it, or match the money with it.',
  ),
  MATCH_NOT_FOUND: notFound('This match no longer exists. Please reload the list.'),
  MATCH_IS_CREDIT: conflict(
    'This deposit was created from the bank line. Take the credit back to release the money.',
  ),
  MATCH_ABOVE_REQUEST: conflict('The matched money exceeds the amount of the deposit.'),
  /** The match is stored; the request is approved when its whole amount is matched. The data has `missingPaise`. */
  MATCH_INCOMPLETE: conflict(
    'The match was saved. {{missing}} is missing until the deposit is approved.',
  ),
  NOT_OURS_REASON_REQUIRED: badRequest('Please enter why this money is not for us.'),
  // server
  UNAVAILABLE: unavailable(
    'The service is unavailable for a moment. Nothing was lost; please try again shortly.',
  ),
  FILES_UNAVAILABLE: unavailable(
    'Images cannot be saved or shown at the moment. Nothing was lost; please try again shortly.',
  ),
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;

/** Values for the `{{placeholders}}` of an error text, plus data that the browser needs to react. */
export type ErrorData = Record<string, string | number | boolean | null>;

/** Translations choose their plural form by these parameters. */
export const COUNTED_PARAMS = ['seconds', 'limit'] as const;

/** Unknown placeholders are left unchanged. */
export function fillText(text: string, data: ErrorData = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(data[name] ?? whole));
}

export function errorsOf<Code extends ErrorCode>(...codes: Code[]): Pick<typeof errorTable, Code> {
  return Object.fromEntries(codes.map((code) => [code, errorTable[code]])) as Pick<
    typeof errorTable,
    Code
  >;
}

/** Refusals of reading about a user, and of acting for one, with an API key. */
export const OF_SUBJECT = ['USER_NOT_FOUND', 'NOT_FOR_ADMIN_ACCOUNTS'] as const;
export const ACTING = ['API_KEY_REQUIRED', ...OF_SUBJECT, 'USER_INACTIVE'] as const;

/** The errors of every command that a rule for second approvals can cover. */
export const SECOND_APPROVAL = [
  'SECOND_APPROVAL_REQUIRED',
  'TOO_MANY_APPROVALS',
  'NO_CONFIRMER',
] as const;
