import { readMeta } from '../page/brand.ts';

/** What buttons call the provider with which people can sign in; undefined without one. */
export const providerName = (): string | undefined => readMeta('sign-in-provider');

const CHANNEL = 'wallet-confirmed';

/** Informs the browser's other tabs that the person has confirmed their identity. */
export function announceConfirmation(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('confirmed');
  channel.close();
}

/** Calls `onConfirmed` after a confirmation in another tab. Returns a function that ends it. */
export function onConfirmedElsewhere(onConfirmed: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = onConfirmed;
  return () => channel.close();
}
