import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TracingConfig } from '../platform/config/tracing-settings.ts';

interface Value {
  stringValue?: string;
  intValue?: number;
  boolValue?: boolean;
}

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}

interface ExportRequest {
  resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

/** A collector of traces that speaks OTLP over HTTP, with JSON. */
export interface OtlpReceiver {
  url: string;
  readonly bodies: string[];
  readonly spans: ReceivedSpan[];
  /** Writes the response; the default accepts all spans. */
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

/** With `keeps: false` it forgets what it receives. */
export async function startOtlpReceiver({ keeps = true } = {}): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      if (keeps && request.url === '/v1/traces') {
        bodies.push(body);
        spans.push(...spansOf(body));
      }
      receiver.answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans,
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

function spansOf(body: string): ReceivedSpan[] {
  const { resourceSpans }: ExportRequest = JSON.parse(body);
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** Records each trace, and exports its spans without delay. */
export function buildTracing(url: string, changes: Partial<TracingConfig> = {}): TracingConfig {
  return {
    endpoint: new URL('/v1/traces', url),
    headers: {},
    serviceName: 'wallet',
    attributes: {},
    sampling: { isParentBased: true, ratio: 1 },
    queue: {
      scheduledDelayMillis: 20,
      exportTimeoutMillis: 10_000,
      maxQueueSize: 2048,
      maxExportBatchSize: 512,
    },
    ...changes,
  };
}
