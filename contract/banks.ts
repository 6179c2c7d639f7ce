import { z } from 'zod';
import { forUsers, id } from './base.ts';

export const banks = {
  listActive: forUsers
    .route({ method: 'GET', path: '/banks', summary: 'Active banks by name' })
    .output(z.array(z.object({ id, name: z.string(), code: z.string() }))),
};
