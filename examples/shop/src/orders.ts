import { randomUUID } from 'node:crypto';
import { type Customer, data, type Order, save } from './store.ts';
import { credit, WalletError } from './wallet.ts';

const CASHBACK_PERCENT = 5;

/** Stores an order and credits its cashback. */
export async function placeOrder(customer: Customer, pricePaise: number): Promise<Order> {
  const cashbackPaise = Math.floor((pricePaise * CASHBACK_PERCENT) / 100);
  const order: Order = {
    ...{ id: randomUUID(), customerId: customer.id, pricePaise, cashbackPaise },
    cashback: cashbackPaise > 0 ? 'due' : 'credited',
  };
  // Before the call: after a crash the credit is sent again with the same key.
  data.orders.push(order);
  save();
  await creditOrder(order);
  return order;
}

/** Sends the credits that the wallet has not confirmed, such as after an outage. */
export async function creditDueOrders(): Promise<void> {
  for (const order of data.orders) await creditOrder(order);
}

async function creditOrder(order: Order): Promise<void> {
  const customer = data.customers.find(({ id }) => id === order.customerId);
  if (order.cashback !== 'due' || !customer) return;
  try {
    await credit(customer.walletUserId, {
      ...{ key: order.id, amountPaise: order.cashbackPaise },
      reason: `Cashback of order ${order.id.slice(0, 8)}`,
    });
    order.cashback = 'credited';
  } catch (error) {
    noteFailure(order, error);
  }
  save();
}

/** An outage, a timeout or a rate limit leaves the credit due. */
function noteFailure(order: Order, error: unknown): void {
  if (!(error instanceof WalletError) || error.isTemporary) {
    console.warn(`The credit of order ${order.id} is sent again later:`, error);
  } else if (error.code === 'SECOND_APPROVAL_REQUIRED') {
    order.cashback = 'waiting';
    order.approvalId = String(error.data.approvalId);
  } else {
    order.cashback = 'refused';
    order.refusal = error.message;
  }
}
