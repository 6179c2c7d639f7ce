import { z } from 'zod';
import { forUsers, paise } from '../shared/base.ts';

export const balanceView = z.object({
  balancePaise: paise,
  heldPaise: paise,
  availablePaise: paise,
  updatedAt: z.date(),
});

export const balances = {
  current: forUsers
    .route({ method: 'GET', path: '/balances/current', summary: "The caller's wallet" })
    .output(balanceView),
};
