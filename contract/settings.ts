import { z } from 'zod';
import { forAdmins } from './base.ts';

/** Facts about the installation. None of them can be changed from the interface. */
export const generalSettings = z.object({
  productName: z.string(),
  version: z.string(),
  /** `embedded`: the database the server starts itself; `external`: the one named by DATABASE_URL. */
  database: z.object({ kind: z.enum(['embedded', 'external']), version: z.string() }),
  runtimeVersion: z.string(),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

export const settings = {
  general: forAdmins
    .route({ method: 'GET', path: '/settings/general', summary: 'Facts about the installation' })
    .output(generalSettings),
};
