import { z } from 'zod';
import { forAdmins, forUsers, paise, typedAmount } from './base.ts';
import { errorsOf } from './errors.ts';

/** Facts about the installation. None of them can be changed from the interface. */
export const generalSettings = z.object({
  productName: z.string(),
  version: z.string(),
  /** `embedded`: the database the server starts itself; `external`: the one named by DATABASE_URL. */
  database: z.object({ kind: z.enum(['embedded', 'external']), version: z.string() }),
  runtimeVersion: z.string(),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

/** What people can ask for at most. */
export const limits = z.object({ maxDepositPaise: paise });
export type Limits = z.infer<typeof limits>;

export const settings = {
  general: forAdmins
    .route({ method: 'GET', path: '/settings/general', summary: 'Facts about the installation' })
    .output(generalSettings),
  limits: forUsers
    .route({ method: 'GET', path: '/settings/limits', summary: 'The highest amount of a deposit' })
    .output(limits),
  setMaxDeposit: forAdmins
    .route({
      method: 'PUT',
      path: '/settings/limits/deposit',
      summary: 'Change the highest amount of a deposit',
    })
    .errors(errorsOf('INVALID_MAX_DEPOSIT'))
    .input(z.object({ amount: typedAmount }))
    .output(limits),
};
