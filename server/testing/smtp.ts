import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { mailCertificate } from './certificates.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** The images that the HTML shows by their `cid:` address. */
  images: { cid: string; type: string; bytes: Buffer }[];
  isEncrypted: boolean;
  /** The headers as received. */
  head: string;
}

export interface MailServer {
  url: URL;
  received: ReceivedMail[];
  /** Refuses mails with this SMTP status, until it is undefined. */
  refuseWith: number | undefined;
  /** Accepts mails without ever confirming it. */
  isSilent: boolean;
  /** Passwords that clients have sent. */
  passwords: string[];
  close(): Promise<void>;
}

interface MailServerOptions {
  /** Offers STARTTLS with `mailCertificate`. */
  hasTls?: boolean;
  /** Requires this login. */
  login?: { username: string; password: string };
}

/** Starts an SMTP server on this machine that keeps the mails it receives. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const passwords: string[] = [];
  const state: { refuseWith: number | undefined; isSilent: boolean } = {
    refuseWith: undefined,
    isSilent: false,
  };
  const server = new SMTPServer({
    ...optionsOf(options, passwords),
    onRcptTo(_address, _session, callback) {
      const { refuseWith } = state;
      callback(
        refuseWith ? Object.assign(new Error('refused'), { responseCode: refuseWith }) : null,
      );
    },
    onData(stream, { envelope, secure: isEncrypted }, callback) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        raw += part;
      });
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, isEncrypted, ...parse(raw) });
        if (!state.isSilent) callback();
      });
    },
  });
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo; // A TCP server has an address object.
  return {
    url: new URL(`smtp://127.0.0.1:${port}`),
    received,
    passwords,
    get refuseWith() {
      return state.refuseWith;
    },
    set refuseWith(status) {
      state.refuseWith = status;
    },
    get isSilent() {
      return state.isSilent;
    },
    set isSilent(isSilent) {
      state.isSilent = isSilent;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function optionsOf(
  { hasTls = false, login }: MailServerOptions,
  passwords: string[],
): SMTPServerOptions {
  return {
    authOptional: !login,
    // Connections of a silent server stay open.
    closeTimeout: 100,
    // Otherwise a client that does not encrypt would be refused before it sends its password.
    allowInsecureAuth: true,
    ...(hasTls ? mailCertificate : { disabledCommands: ['STARTTLS'] }),
    onAuth({ username, password }, _session, callback) {
      passwords.push(password ?? '');
      const isRight = login && username === login.username && password === login.password;
      callback(isRight ? null : new Error('refused'), { user: login?.username });
    },
  };
}

function parse(raw: string): Pick<ReceivedMail, 'head' | 'subject' | 'text' | 'html' | 'images'> {
  const parts = partsOf(raw);
  const part = (type: string) => parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? '';
  return {
    head: raw.slice(0, raw.indexOf('\r\n\r\n')),
    subject: decodeWords(subject),
    text: decodePart(part('text/plain')),
    html: decodePart(part('text/html')),
    images: parts.flatMap(toImage),
  };
}

/** The innermost parts of a mail, which can have parts within parts. */
function partsOf(raw: string): string[] {
  const boundaries = [...raw.matchAll(/boundary="([^"]+)"/g)].map(
    ([, boundary]) => `--${boundary}`,
  );
  return boundaries.reduce((parts, end) => parts.flatMap((one) => one.split(end)), [raw]);
}

function toImage(part: string): ReceivedMail['images'] {
  const type = /^Content-Type: (image\/\w+)/m.exec(part)?.[1];
  const cid = /^Content-Id: <(.+)>/im.exec(part)?.[1];
  const [, content = ''] = part.split('\r\n\r\n');
  return type && cid ? [{ cid, type, bytes: Buffer.from(content, 'base64') }] : [];
}

function decodePart(part: string): string {
  const [head = '', ...body] = part.split('\r\n\r\n');
  const content = body.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8');
  return /quoted-printable/i.test(head) ? decodeQuoted(content) : content;
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, content: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(content, 'base64').toString('utf8')
        : decodeQuoted(content.replaceAll('_', ' ')),
    );
}
