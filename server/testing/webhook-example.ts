import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Example {
  /** Returns the event; undefined if the request was not sent by the wallet. */
  readWebhook(secret: string, headers: object, body: string): unknown;
}

/** Loads the example in docs/api.md that verifies webhook requests. */
export function loadWebhookExample(): Promise<Example> {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/api.md'), 'utf8');
  const [, example = ''] = /^```js\n(.*?)^```$/ms.exec(text) ?? [];
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(example)}`);
}
