import type { AdminTransaction } from '#contract/transactions/schema.ts';

interface Examples {
  request?: object;
  response?: object;
}

type InJson<Row> = { [Name in keyof Row]: JsonValue<Row[Name]> };
type JsonValue<Value> = Value extends Date | string ? string : Value;

const DEPOSIT = '0199a3c2-7d41-7c55-9f0e-3b6f3f1c2a10';
const ASHA = '0199a3b1-02c4-7a10-8d6e-51c0a7e4b9f3';
const MOMENT = '2026-11-22T09:30:00.000Z';

const deposit: InJson<AdminTransaction> = {
  id: DEPOSIT,
  type: 'deposit',
  kind: 'request',
  amountPaise: 123450,
  status: 'pending',
  isCancelled: false,
  paymentMethod: 'UPI',
  utr: '632628601452',
  referenceId: 'DEP-1763803800000-0199a3b1',
  userNotes: 'Paid from my own account',
  adminNotes: null,
  reason: null,
  createdAt: MOMENT,
  updatedAt: MOMENT,
  userId: ASHA,
  userName: 'asha',
  sourceName: null,
  receiptUrl: '/files/receipts/0199a3c2-7d3e-7b21-a4c8-0d9b6e2f7a55',
  receiptReplacedAt: null,
  bankName: null,
  maskedAccountNumber: null,
  decidedBy: null,
  decidedAt: null,
  warnings: [],
};

const asha = {
  id: ASHA,
  username: 'asha',
  name: 'Asha Rao',
  email: 'asha@example.com',
  role: 'user',
  adminRole: null,
  status: 'active',
  balancePaise: 123450,
  heldPaise: 0,
  avatarUrl: null,
  isDefault: false,
  isFrozen: false,
  createdAt: MOMENT,
  deletedAt: null,
};

const examples: Record<string, Examples> = {
  'transactions.list': { response: { rows: [deposit] } },
  'transactions.get': { response: { ...deposit, beneficiary: null, replacedReceipts: [] } },
  'review.decide': {
    request: { ids: [DEPOSIT], decision: 'approved', notes: 'Matches the bank statement' },
    response: { results: [{ id: DEPOSIT }] },
  },
  'users.list': { response: { rows: [asha], total: 1, totalIsExact: true } },
  'users.get': {
    response: {
      ...asha,
      phone: null,
      address: null,
      city: 'Hyderabad',
      country: 'India',
      freeze: null,
      secondFactorSince: MOMENT,
      otherAccess: {
        hasAuthenticator: true,
        passkeys: 1,
        hasRecoveryAddress: false,
        identity: null,
      },
      closure: null,
      verificationLevel: 'basic',
      verificationReason: 'PAN checked',
    },
  },
  'users.adjustBalance': {
    request: {
      newBalance: '1500.00',
      shownBalancePaise: 123450,
      reason: 'Refund of a double payment',
    },
    response: { balancePaise: 150000 },
  },
  'withdrawals.request': {
    request: { amount: '1234.50', bankAccountId: '0199a3d0-4f52-7e08-b7a1-c2f6d8e90b14' },
  },
};

export function examplesOf(operationId: string): Examples {
  return examples[operationId] ?? {};
}
