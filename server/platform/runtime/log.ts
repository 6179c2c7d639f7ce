import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** `fieldsOf` returns fields that every line gets. */
export function createLogger(level: string, fieldsOf?: () => object): Logger {
  return pino({
    level,
    ...(fieldsOf && { mixin: fieldsOf }),
    redact: {
      paths: [
        '*.password',
        '*.authorization',
        '*.cookie',
        '*["set-cookie"]',
        '*.token',
        '*.params',
      ],
      censor: '[redacted]',
    },
  });
}
