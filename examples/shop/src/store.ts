import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settings } from './settings.ts';

export interface Customer {
  id: string;
  name: string;
  /** Identifies the customer's browser, in a cookie. */
  session: string;
  walletUserId: string;
  messages: string[];
}

export interface Order {
  /** Also the idempotency key of its credit. */
  id: string;
  customerId: string;
  pricePaise: number;
  cashbackPaise: number;
  /** `due`: the wallet has not confirmed the credit; `waiting`: a second administrator has to confirm it. */
  cashback: 'due' | 'waiting' | 'credited' | 'refused';
  approvalId?: string;
  refusal?: string;
}

interface Data {
  customers: Customer[];
  orders: Order[];
  /** Ids of the events that were handled: the wallet can send an event again. */
  eventIds: string[];
}

/** The wallet retries an event for a day; this many are more than a day of a small shop. */
const KEPT_EVENTS = 10_000;

const empty: Data = { customers: [], orders: [], eventIds: [] };
export const data: Data = existsSync(settings.dataFile)
  ? JSON.parse(readFileSync(settings.dataFile, 'utf8'))
  : empty;

/** Writes everything to the disk. A shop with a database commits a transaction instead. */
export function save(): void {
  data.eventIds = data.eventIds.slice(-KEPT_EVENTS);
  mkdirSync(path.dirname(settings.dataFile), { recursive: true });
  const next = `${settings.dataFile}.next`;
  writeFileSync(next, JSON.stringify(data), { mode: 0o600, flush: true });
  renameSync(next, settings.dataFile);
}
