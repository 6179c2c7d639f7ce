import { z } from 'zod';
import { isEmail } from '#contract/shared/text.ts';
import { isLoopback } from './hosts.ts';
import { BadSettings } from './settings-sources.ts';

export interface MailConfig {
  smtpUrl: URL;
  from: string;
}

const SMTP_URL =
  'must be an address such as smtps://user:password@mail.example.com or smtp://user:password@mail.example.com:587';

export const mailVariables = {
  SMTP_URL: z
    .string()
    .transform((text, { addIssue }) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      const isServer = url && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
      if (isServer && /^\/?$/.test(url.pathname) && !url.search && canDecode(url)) return url;
      addIssue(SMTP_URL);
      return z.NEVER;
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .refine(
      (text) => isEmail(/^[^<>"\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text),
      'must be an e-mail address, such as wallet@example.com or Wallet <wallet@example.com>',
    )
    .optional(),
};

function canDecode({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Throws BadSettings if a setting is missing that others need. */
export function readMail(settings: {
  SMTP_URL?: URL | undefined;
  MAIL_FROM?: string | undefined;
  PUBLIC_URL?: URL | undefined;
  HOST: string;
}): MailConfig | undefined {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, PUBLIC_URL, HOST } = settings;
  if (!smtpUrl && !from) return undefined;
  if (!smtpUrl) throw new BadSettings(['SMTP_URL: must be set with MAIL_FROM']);
  if (!from) throw new BadSettings(['MAIL_FROM: must be set with SMTP_URL']);
  if (!PUBLIC_URL && !isLoopback(HOST)) {
    throw new BadSettings([
      'PUBLIC_URL: must be set with SMTP_URL, because links in mails begin with it',
    ]);
  }
  return { smtpUrl, from };
}

/** Where links in mails begin. The Host header of a request never decides it. */
export function originOf({
  publicUrl,
  port,
  tls,
}: {
  publicUrl: URL | undefined;
  port: number;
  tls: object | undefined;
}): string {
  return publicUrl?.origin ?? `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
}
