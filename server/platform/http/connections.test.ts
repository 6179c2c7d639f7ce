import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { TrustedProxies } from '../config/http-settings.ts';
import {
  createConnectionCounts,
  limitConnections,
  limitUnanswered,
  proxyCheck,
} from './connections.ts';

async function listen(isProxy: (address: string) => boolean) {
  const server = createServer((_request, response) => response.end('heard'));
  limitConnections(server, createConnectionCounts({ total: 4, perNetwork: 2 }), isProxy);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  return { server, sockets, open: (localAddress: string) => visit(port, localAddress) };
}

/** Opens a connection and sends a request. Returns whether it got a response, and a function that closes it. */
async function visit(port: number, localAddress: string) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const heard = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]);
  const close = async () => {
    socket.destroy();
    await once(socket, 'close');
  };
  return { heard, close };
}

test('limits the concurrent connections of each address separately', async () => {
  const { server, sockets, open } = await listen(() => false);
  const first = await open('127.0.0.1');
  const visits = [await open('127.0.0.1'), await open('127.0.0.1'), await open('127.0.0.2')];
  expect([first, ...visits].map(({ heard }) => heard)).toEqual([true, true, false, true]);
  const gone = new Promise<void>((resolve) => {
    const [oldest] = sockets;
    oldest?.once('close', () => resolve());
  });
  await first.close();
  await gone;
  expect((await open('127.0.0.1')).heard).toBe(true);
  server.closeAllConnections();
  server.close();
});

test('limits a proxy on this machine only by the total number of connections', async () => {
  const { server, open } = await listen(proxyCheck(undefined));
  const visits = [];
  for (let count = 0; count < 5; count++) visits.push(await open('127.0.0.1'));
  expect(visits.map(({ heard }) => heard)).toEqual([true, true, true, true, false]);
  server.closeAllConnections();
  server.close();
});

describe('unanswered requests of a connection', () => {
  const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

  async function open(listener: RequestListener) {
    const server = createServer(listener);
    limitUnanswered(server, 4);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    const close = () => {
      socket.destroy();
      server.closeAllConnections();
      server.close();
    };
    return { socket, close };
  }

  test('end it if there are more than four, and the rest is not handled', async () => {
    let handled = 0;
    const { socket, close } = await open(() => {
      handled += 1;
    });
    socket.write(REQUEST.repeat(1000));
    await once(socket, 'close');
    expect(handled).toBe(4);
    close();
  });

  test('get their responses in order if there are four, and any number of them one after another', async () => {
    let handled = 0;
    const { socket, close } = await open((_request, response) => {
      handled += 1;
      response.end(`<${handled}>`);
    });
    let received = '';
    socket.on('data', (text: string) => {
      received += text;
    });
    for (let rounds = 1; rounds <= 5; rounds += 1) {
      socket.write(REQUEST.repeat(4));
      while (!received.includes(`<${rounds * 4}>`)) await once(socket, 'data');
    }
    const order = [...received.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number));
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    close();
  });
});

test.each<[string, TrustedProxies | undefined, string[], string[]]>([
  ['this machine', undefined, ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'], ['10.0.0.5']],
  [
    'addresses',
    ['10.0.0.5', 'fd00::/8'],
    ['10.0.0.5', '::ffff:10.0.0.5', 'fd12::1'],
    ['10.0.0.6', '2001:db8::1'],
  ],
  ['networks', ['172.16.0.0/12'], ['172.31.0.1', '127.0.0.1'], ['172.32.0.1']],
  ['their number', 1, ['192.0.2.1', '2001:db8::1'], []],
])('recognises proxies by %s', (_, trusted, proxies, others) => {
  const isProxy = proxyCheck(trusted);
  expect(proxies.filter(isProxy)).toEqual(proxies);
  expect(others.filter(isProxy)).toEqual([]);
});
