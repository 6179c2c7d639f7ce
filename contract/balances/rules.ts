import { type Paise, toPaise } from '../shared/money.ts';

export const MAX_SET_BALANCE: Paise = toPaise(1_00_000_00_00_000_00);

export function availablePaise(wallet: { balancePaise: number; heldPaise: number }): Paise {
  return toPaise(wallet.balancePaise - wallet.heldPaise);
}
