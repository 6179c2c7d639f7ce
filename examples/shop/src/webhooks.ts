import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { rupees } from './pages.ts';
import { settings } from './settings.ts';
import { data, save } from './store.ts';
import type { webhooks } from './wallet-api.ts';

/** All events of the wallet, from its OpenAPI document. */
type WalletEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends { post: infer Post }
    ? Post extends { requestBody?: { content: { 'application/json': infer Body } } }
      ? Body
      : never
    : never;
}[keyof webhooks];

const verifier = new Webhook(settings.webhookSecret);

/**
 * Handles an event once. `body` is the raw text, because the signature is that of its bytes. Throws WebhookVerificationError
 * if the wallet did not send it.
 */
export function receiveEvent(body: string, headers: IncomingHttpHeaders): void {
  const event = verifier.verify(body, headers as Record<string, string>) as WalletEvent;
  if (data.eventIds.includes(event.id)) return;
  handle(event);
  data.eventIds.push(event.id);
  save();
}

function handle(event: WalletEvent): void {
  switch (event.type) {
    case 'deposit.approved':
      tell(event.data.userId, `Your deposit of ${rupees(event.data.amountPaise)} arrived.`);
      break;
    case 'withdrawal.approved':
      tell(event.data.userId, `${rupees(event.data.amountPaise)} were sent to your bank.`);
      break;
    case 'balance.adjusted':
      tell(event.data.userId, `Your balance is ${rupees(event.data.balancePaise)} now.`);
      break;
    case 'approval.confirmed':
      endWaiting(event.data.approvalId, 'credited');
      break;
    case 'approval.refused':
    case 'approval.withdrawn':
    case 'approval.expired':
    case 'approval.failed':
      endWaiting(event.data.approvalId, 'refused');
      break;
  }
}

function tell(walletUserId: string, message: string): void {
  data.customers.find((customer) => customer.walletUserId === walletUserId)?.messages.push(message);
}

function endWaiting(approvalId: string, cashback: 'credited' | 'refused'): void {
  const order = data.orders.find((one) => one.approvalId === approvalId);
  if (order) order.cashback = cashback;
}
