export type EmbeddedPostgresErrorCode =
  | 'unsupported-platform'
  | 'package-missing'
  | 'no-runtime-user'
  | 'data-dir-unusable'
  | 'incompatible-data'
  | 'already-running'
  | 'start-failed'
  | 'stop-failed';

export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
