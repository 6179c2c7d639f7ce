import { type Attachment, createTransport } from 'nodemailer';
import { isLoopback } from '../config/hosts.ts';
import type { MailConfig } from '../config/mail-settings.ts';
import { LOGO_ID } from './logo.ts';

const TIMEOUT_MS = 10_000;

export interface Mail {
  /** The local part of the Message-ID. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A PNG image, sent with the mail. */
  logo?: Buffer | undefined;
  /** An address that ends mails of this topic by a POST request (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

export interface MailTransport {
  /** Throws if the mail server did not accept the mail. */
  send(mail: Mail): Promise<void>;
  /** Closes the connection. */
  close(): void;
}

/** Without TLS, mails go to a mail server on this machine only. */
export function createMailTransport({ smtpUrl, from }: MailConfig): MailTransport {
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? smtpUrl.hostname;
  const isSecure = smtpUrl.protocol === 'smtps:';
  const transport = createTransport({
    // One connection for all mails of a turn.
    pool: true,
    maxConnections: 1,
    maxMessages: Number.POSITIVE_INFINITY,
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
    async send({ id, to, logo, unsubscribeUrl, ...mail }) {
      await transport.sendMail({
        ...mail,
        from,
        attachments: logo ? [inlined(logo)] : [],
        // An object, so that the address is not parsed as a list.
        to: { name: '', address: to },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(unsubscribeUrl) },
      });
    },
    close: () => transport.close(),
  };
}

function inlined(content: Buffer): Attachment {
  const filename = 'logo.png';
  return {
    filename,
    content,
    cid: LOGO_ID,
    contentType: 'image/png',
    contentDisposition: 'inline',
  };
}

function unsubscribing(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
