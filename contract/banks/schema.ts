import { z } from 'zod';
import { done, forAdmins, forUsers, id, line } from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { MAX_NAME_LENGTH } from '../shared/limits.ts';

export const bank = z.object({ id, name: z.string(), code: z.string() });
export type Bank = z.infer<typeof bank>;

export const bankForm = z.object({ name: line(MAX_NAME_LENGTH), code: line(20) });
export type BankForm = z.infer<typeof bankForm>;

export const banks = {
  listActive: forUsers
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/banks', summary: 'Active banks by name' })
    .output(z.array(bank)),
  create: forAdmins('content:manage')
    .meta({ scope: 'content:write' })
    .route({ method: 'POST', path: '/banks', summary: 'Add a bank' })
    .errors(errorsOf('BANK_FIELDS_REQUIRED', 'BANK_NAME_TAKEN', 'LIST_FULL'))
    .input(bankForm)
    .output(bank),
  update: forAdmins('content:manage')
    .meta({ scope: 'content:write' })
    .route({ method: 'PUT', path: '/banks/{id}', summary: 'Change a bank' })
    .errors(errorsOf('BANK_FIELDS_EMPTY', 'BANK_NAME_TAKEN', 'BANK_NOT_FOUND'))
    .input(bankForm.extend({ id }))
    .output(bank),
  /** Deactivates the bank, so that no list shows it. */
  remove: forAdmins('content:manage')
    .meta({ stepUp: 'always', scope: 'content:write', approval: ['deletion'] })
    .route({ method: 'DELETE', path: '/banks/{id}', summary: 'Delete a bank' })
    .errors(errorsOf('BANK_NOT_FOUND', 'STEP_UP_REQUIRED', ...SECOND_APPROVAL))
    .input(z.object({ id }))
    .output(done),
};
