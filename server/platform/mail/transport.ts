import { createTransport } from 'nodemailer';
import { isLoopback } from '../config/hosts.ts';
import type { MailConfig } from '../config/mail-settings.ts';

const TIMEOUT_MS = 10_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailTransport {
  /** Throws if the mail server did not accept the mail. */
  send(mail: Mail): Promise<void>;
}

/** Without TLS, mails go to a mail server on this machine only. */
export function createMailTransport({ smtpUrl, from }: MailConfig): MailTransport {
  const isSecure = smtpUrl.protocol === 'smtps:';
  const transport = createTransport({
    host: smtpUrl.hostname.replace(/^\[|\]$/g, ''),
    port: Number(smtpUrl.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback(smtpUrl.hostname),
    ...(smtpUrl.username && {
      auth: {
        user: decodeURIComponent(smtpUrl.username),
        pass: decodeURIComponent(smtpUrl.password),
      },
    }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...mail }) {
      // An object, so that the address is not parsed as a list.
      await transport.sendMail({ from, to: { name: '', address: to }, ...mail });
    },
  };
}
