import { z } from 'zod';
import { forAdmins, id } from './base.ts';

export const sources = {
  listActive: forAdmins
    .route({ method: 'GET', path: '/sources', summary: 'Active sources, newest first' })
    .output(z.array(z.object({ id, name: z.string() }))),
};
