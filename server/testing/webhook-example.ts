import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Example {
  /** The event; undefined where the request is not the wallet's. */
  readWebhook(secret: string, headers: object, body: string): unknown;
}

/** How docs/api.md tells receivers to verify what they get. */
export function loadWebhookExample(): Promise<Example> {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/api.md'), 'utf8');
  const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(text) ?? [];
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(example)}`);
}
