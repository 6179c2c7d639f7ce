import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export function createLogger(level: string): Logger {
  return pino({
    level,
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
