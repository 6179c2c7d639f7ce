import { z } from 'zod';
import { LISTS_WITH_VIEWS } from '../saved-views/rules.ts';
import { done, forAdmins, forUsers, line, paragraph } from '../shared/base.ts';
import { LANGUAGES } from '../shared/enums.ts';
import { errorsOf } from '../shared/errors.ts';
import { MAX_EMAIL_LENGTH } from '../shared/limits.ts';
import { areHideable, ROW_DENSITIES } from './rules.ts';

/** Personal details of a user; an empty string means "not given". */
export const profileForm = z.object({
  firstName: line(80),
  lastName: line(80),
  email: line(MAX_EMAIL_LENGTH),
  phone: line(30),
  address: paragraph(500),
  city: line(80),
  country: line(80),
});
export type ProfileForm = z.infer<typeof profileForm>;

export const profileView = profileForm.extend({
  /** Shown if no e-mail address is saved. Never saved. */
  emailPlaceholder: z.string(),
  avatarUrl: z.string().nullable(),
});
export type ProfileView = z.infer<typeof profileView>;

export const avatarForm = z.object({});

const MAX_HIDDEN_COLUMNS = 10;
const listName = z.enum(LISTS_WITH_VIEWS);
const columnNames = z.array(z.string().max(20)).max(MAX_HIDDEN_COLUMNS);

/** How the lists look that an administrator sees, on every device. */
export const listLayout = z.object({
  density: z.enum(ROW_DENSITIES),
  /** The hidden columns of each list. */
  hidden: z.partialRecord(listName, columnNames),
});
export type ListLayout = z.infer<typeof listLayout>;

const listLayoutChange = z.object({
  density: z.enum(ROW_DENSITIES).optional(),
  columns: z
    .object({ list: listName, hidden: columnNames })
    .refine(({ list, hidden }) => areHideable(list, hidden))
    .optional(),
});
export type ListLayoutChange = z.infer<typeof listLayoutChange>;

export const profiles = {
  current: forUsers
    .route({ method: 'GET', path: '/profiles/current', summary: "The caller's profile" })
    .output(profileView),
  update: forUsers
    .route({ method: 'PUT', path: '/profiles/current', summary: "Save the caller's profile" })
    .errors(errorsOf('INVALID_EMAIL', 'INVALID_PHONE'))
    .input(profileForm)
    .output(profileView),
  setLanguage: forUsers
    .meta({ allowsPasswordSetByAdmin: true, allowsMissingFactor: true })
    .route({
      method: 'PUT',
      path: '/profiles/current/language',
      summary: "Save the caller's language",
    })
    .input(z.object({ language: z.enum(LANGUAGES) }))
    .output(done),
  setListLayout: forAdmins('saved-views:manage')
    .route({
      method: 'PUT',
      path: '/profiles/current/list-layout',
      summary: "Save the row density, or the hidden columns of a list, for the caller's devices",
    })
    .input(listLayoutChange)
    .output(done),
};
