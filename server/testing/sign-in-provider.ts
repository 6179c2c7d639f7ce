import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider, type ProviderContext } from 'oidc-provider';

export const CLIENT = { id: 'wallet', secret: 'secret-of-the-wallet' };

export interface ProviderAccount {
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

/** A real OpenID Connect provider on this machine, with a sign-in page that has a field for the name of an account. */
export interface SignInProvider {
  issuer: URL;
  /** The accounts by their subject. */
  accounts: Map<string, ProviderAccount>;
  /** Changes the claims of ID tokens, which are signed again with the provider's key. */
  tamper: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** Responds to every request with 503. */
  isDown: boolean;
  /** Calls by path, without those of browsers. */
  calls: Record<string, number>;
  close(): Promise<void>;
}

/** `redirectUris`: the addresses to which the provider may return people. */
export async function startSignInProvider(redirectUris: () => string[]): Promise<SignInProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = new URL(`http://127.0.0.1:${port}`);
  const started: SignInProvider = {
    issuer,
    accounts: new Map(),
    tamper: undefined,
    isDown: false,
    calls: {},
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  // Created at the first request: only then the server of the test has an address.
  let created: { provider: Provider; answer: ReturnType<Provider['callback']> } | undefined;
  const open = () => {
    const provider = createProvider(started, redirectUris());
    return { provider, answer: provider.callback() };
  };
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    started.calls[path] = (started.calls[path] ?? 0) + 1;
    if (started.isDown) return void response.writeHead(503).end();
    created ??= open();
    if (path.startsWith('/interaction/')) {
      return void interact(created.provider, request, response);
    }
    return void created.answer(request, response);
  });
  return started;
}

function createProvider(started: SignInProvider, redirectUris: string[]): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'of-the-test', alg: 'RS256' };
  const provider = new Provider(started.issuer.origin, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'groups'] },
    scopes: ['openid', 'email'],
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['key-of-the-test'] },
    interactions: {
      url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
    },
    pkce: { required: () => true },
    ttl: { Session: 3600, Interaction: 600, Grant: 3600, AccessToken: 600, IdToken: 600 },
    findAccount: (_: unknown, accountId: string) => {
      const claims = started.accounts.get(accountId);
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) };
    },
    async loadExistingGrant({ oidc }: ProviderContext) {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== '/token' || !body?.id_token || !started.tamper) return;
    const [head = '', payload = ''] = body.id_token.split('.');
    const claims = started.tamper(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    const signed = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url');
    ctx.body = { ...body, id_token: `${signed}.${signature}` };
  });
  return provider;
}

const PAGE = `<!doctype html><title>Provider</title><form method="post">
  <label>Account <input name="account" required></label>
  <button>Continue</button> <button name="refuse" value="true" formnovalidate>Refuse</button></form>`;

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const result = form.has('refuse')
    ? { error: 'access_denied', error_description: 'refused' }
    : { login: { accountId: form.get('account') ?? '' } };
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}

/** Cookies of a browser at the provider. */
export type ProviderBrowser = Map<string, string>;

/**
 * Signs in at the provider like a browser, and returns the query of the address to which the provider returns the person.
 * Without `account`, the browser must be known to the provider.
 */
export async function visitProvider(
  url: string,
  { account, browser = new Map() }: { account?: string | 'refuse'; browser?: ProviderBrowser },
): Promise<string> {
  let next = new URL(url);
  const { origin } = next;
  for (let step = 0; step < 10; step++) {
    const isForm = next.pathname.startsWith('/interaction/');
    if (isForm && account === undefined) throw new Error('The provider asks for an account');
    const form: Record<string, string> =
      account === 'refuse' ? { refuse: 'true' } : { account: account ?? '' };
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...browser].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') browser.delete(name);
      else browser.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${response.status} ${await response.text()}`);
    next = new URL(location, next);
    if (next.origin !== origin) return next.search;
  }
  throw new Error('The provider redirects without end');
}
