import { z } from 'zod';
import { forAdmins, forUsers, paise, userId } from '../shared/base.ts';
import { errorsOf, OF_SUBJECT } from '../shared/errors.ts';

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
  ofUser: forAdmins('users:read')
    .meta({ scope: 'passbooks:read' })
    .route({ method: 'GET', path: '/users/{userId}/balance', summary: 'The wallet of a user' })
    .errors(errorsOf(...OF_SUBJECT))
    .input(z.object({ userId }))
    .output(balanceView),
};
