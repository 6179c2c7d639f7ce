export type EmbeddedPostgresErrorCode =
  | 'unsupported-platform'
  | 'package-missing'
  | 'no-runtime-user'
  | 'data-dir-unusable'
  | 'incompatible-data'
  | 'already-running'
  | 'start-failed'
  | 'stop-failed';

/** What went wrong with the embedded database; the message tells the operator what to do about it. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

/** The `code` of an error of Node or of PostgreSQL (`ENOENT`, `57P03`), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
