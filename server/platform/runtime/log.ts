import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Creates a JSON logger on standard output that redacts credentials and cookies and never prints request bodies. */
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
