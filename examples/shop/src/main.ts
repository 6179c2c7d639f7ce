import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebhookVerificationError } from 'standardwebhooks';
import { creditDueOrders, placeOrder } from './orders.ts';
import { customerPage, errorPage, signUpPage, welcomePage } from './pages.ts';
import { settings } from './settings.ts';
import { type Customer, data, save } from './store.ts';
import { createSignInLink, createUser, readBalancePaise, WalletError } from './wallet.ts';
import { receiveEvent } from './webhooks.ts';

const MAX_BODY_BYTES = 1_000_000;
const RETRY_MS = 30_000;
const MAX_PRICE_RUPEES = 1_000_000;

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
}

const routes: Record<string, (call: Call) => void | Promise<void>> = {
  'GET /': async ({ request, response }) => {
    const customer = customerOf(request);
    if (!customer) return sendPage(response, signUpPage());
    const orders = data.orders.filter(({ customerId }) => customerId === customer.id);
    const balance = await readBalancePaise(customer.walletUserId).catch(() => undefined);
    sendPage(response, customerPage(customer, orders, balance));
  },

  'POST /customers': async ({ request, response }) => {
    const name = (await readForm(request)).get('name')?.trim() ?? '';
    const password = randomBytes(12).toString('base64url');
    const customer: Customer = {
      ...{ id: randomUUID(), name, session: randomBytes(24).toString('base64url') },
      ...{ walletUserId: await createUser(name, password), messages: [] },
    };
    data.customers.push(customer);
    save();
    // Strict: a form of another site does not act for the customer.
    const cookie = `session=${customer.session}; HttpOnly; SameSite=Strict; Path=/`;
    response.setHeader('set-cookie', cookie);
    sendPage(response, welcomePage(name, password));
  },

  'POST /orders': async ({ request, response }) => {
    const customer = customerOf(request);
    if (!customer) return redirect(response, '/');
    const price = (await readForm(request)).get('price') ?? '';
    const rupees = Number(price);
    if (!/^\d+(\.\d{1,2})?$/.test(price) || rupees > MAX_PRICE_RUPEES) {
      return sendPage(response, errorPage('Enter a price such as 199.50.'), 422);
    }
    await placeOrder(customer, Math.round(rupees * 100));
    redirect(response, '/');
  },

  'POST /wallet': async ({ request, response }) => {
    const customer = customerOf(request);
    // The link is made when the customer clicks: it works for 60 seconds.
    redirect(response, customer ? await createSignInLink(customer.walletUserId) : '/');
  },

  'POST /webhooks': async ({ request, response }) => {
    receiveEvent(await readBody(request), request.headers);
    response.writeHead(204).end();
  },
};

function customerOf({ headers }: IncomingMessage): Customer | undefined {
  const session = /(?:^|; )session=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  return data.customers.find((customer) => customer.session === session);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_BODY_BYTES) throw new Error('The body is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const readForm = async (request: IncomingMessage) => new URLSearchParams(await readBody(request));

function sendPage(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (error instanceof WebhookVerificationError) response.writeHead(401).end();
  else if (error instanceof WalletError) sendPage(response, errorPage(error.message), 502);
  else {
    console.error(error);
    sendPage(response, errorPage('This did not work. Please try again.'), 500);
  }
}

const server = createServer((request, response) => {
  const path = request.url?.split('?')[0];
  const route = routes[`${request.method} ${path}`];
  if (!route) return void response.writeHead(404).end();
  Promise.resolve(route({ request, response })).catch((error) => sendFailure(response, error));
});
server.listen(settings.port, settings.host, () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : settings.port;
  console.log(`The shop is open: http://${settings.host}:${port}`);
});

async function retry(): Promise<void> {
  await creditDueOrders().catch(console.error);
  setTimeout(retry, RETRY_MS).unref();
}
await retry();
