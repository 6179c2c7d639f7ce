import { connect } from 'node:net';

/** A request written byte by byte, to send what clients refuse to send. `body` may differ from the announced length. */
export interface RawRequest {
  method?: string;
  path: string;
  /** An undefined Host is not sent. */
  headers?: Record<string, string | number | undefined>;
  body?: string;
}

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  code: string | undefined;
}

/** Sends a request without closing the connection. Returns the response's head and the part of the body received. */
export async function sendRaw(baseUrl: string, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const { method = 'POST', path, headers = {}, body = '' } = request;
  const lines = Object.entries({ host, ...headers })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  let received = '';
  try {
    for await (const chunk of socket) {
      received += String(chunk);
      if (isWhole(received, method)) break;
    }
  } finally {
    socket.destroy();
  }
  return readAnswer(received);
}

function isWhole(received: string, method: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = Number(/^content-length: (\d+)/im.exec(received)?.[1] ?? 0);
  return method === 'HEAD' || Buffer.byteLength(received.slice(end + 4)) >= length;
}

function readAnswer(received: string): RawAnswer {
  const [head = '', body = ''] = received.split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(': ', 2);
      return [name.toLowerCase(), value];
    }),
  );
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    code: /"code":"(\w+)"/.exec(body)?.[1],
  };
}
