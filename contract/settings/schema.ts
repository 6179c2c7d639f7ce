import { z } from 'zod';
import { BRAND_IMAGES } from '../branding/rules.ts';
import { MAX_REASON_LENGTH, REASON_KINDS } from '../review/rules.ts';
import { forAdmins, forUsers, id, line } from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { reasonTexts } from '../transactions/schema.ts';
import { type SettingKey, type Settings, settingKeys, settingTable } from './table.ts';

export const generalSettings = z.object({
  productName: z.string(),
  version: z.string(),
  /** `embedded`: the server starts the database itself. `external`: DATABASE_URL names the database. */
  database: z.object({ kind: z.enum(['embedded', 'external']), version: z.string() }),
  runtimeVersion: z.string(),
  translationProvider: z.enum(['google', 'libretranslate', 'mymemory', 'off']),
});
export type GeneralSettings = z.infer<typeof generalSettings>;

export const settingSchemas = Object.fromEntries(
  settingKeys.map((key) => [key, schemaOf(settingTable[key])]),
) as SettingSchemas; // Object.fromEntries does not keep the keys.

type SettingSchemas = {
  [Key in SettingKey]: Settings[Key] extends number
    ? z.ZodInt
    : Settings[Key] extends boolean
      ? z.ZodBoolean
      : ReturnType<typeof line>;
};

function schemaOf(rule: (typeof settingTable)[SettingKey]): z.ZodType {
  if (rule.type === 'boolean') return z.boolean();
  return rule.type === 'integer' ? z.int().min(rule.min).max(rule.max) : line(rule.maxLength);
}

const someSettings = z.object(settingSchemas).partial();

const reasonText = line(MAX_REASON_LENGTH);

/** A canned reason. Its texts are immutable, so that earlier rejections and adjustments keep their wording. */
export const rejectionReason = z.object({ id, texts: reasonTexts, isActive: z.boolean() });
export type RejectionReason = z.infer<typeof rejectionReason>;

/** The texts of a new canned reason; English is required. */
const newReason = z.object({
  en: reasonText,
  hi: reasonText.optional(),
  te: reasonText.optional(),
  ml: reasonText.optional(),
  ta: reasonText.optional(),
  kn: reasonText.optional(),
});

/** The operator's look. `shades` is null for the product's colour, whose shades browsers know. */
export const brand = z.object({
  name: z.string(),
  color: z.string(),
  shades: z.array(z.string()).length(10).nullable(),
  /** Addresses of the images, which need no session; null if none is set. */
  logo: z.string().nullable(),
  icon: z.string().nullable(),
});
export const brandImageForm = z.object({});
export type BrandView = z.infer<typeof brand>;

const color = z.string().regex(/^#[0-9a-f]{6}$/);
const contrast = z.number().min(1).max(21);

/** Contrasts (WCAG 2.2) of text on the colour, and of text in its shades on light and dark surfaces. */
export const brandColors = z.object({
  shades: z.array(z.string()).length(10),
  contrasts: z.object({ text: contrast, light: contrast, dark: contrast }),
  isReadable: z.boolean(),
  /** The nearest darker tone that can be read. */
  readable: color,
});
export type BrandColors = z.infer<typeof brandColors>;

export const settings = {
  general: forAdmins('settings:read')
    .meta({ scope: 'reports:read' })
    .route({ method: 'GET', path: '/settings/general', summary: 'Facts about the installation' })
    .output(generalSettings),
  get: forUsers
    .route({ method: 'GET', path: '/settings', summary: 'The settings that the caller may read' })
    .output(someSettings),
  save: forAdmins('settings:manage')
    .meta({ stepUp: 'always', approval: ['limits', 'securitySettings', 'rules'] })
    .route({ method: 'PATCH', path: '/settings', summary: 'Change some of the settings' })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'INVALID_PHONE',
        'INVALID_EMAIL',
        'INVALID_PROCESSING_TIME',
        'BRAND_NAME_REQUIRED',
        'INVALID_BRAND_COLOR',
        'SECOND_FACTOR_MISSING',
        ...SECOND_APPROVAL,
      ),
    )
    .input(someSettings)
    .output(someSettings),
  brand: forUsers
    .route({ method: 'GET', path: '/settings/brand', summary: "The operator's name and colour" })
    .output(brand),
  removeBrandImage: forAdmins('settings:manage')
    .meta({ stepUp: 'always' })
    .route({
      method: 'DELETE',
      path: '/settings/brand-images/{image}',
      summary: "Remove the operator's logo or icon",
    })
    .errors(errorsOf('STEP_UP_REQUIRED'))
    .input(z.object({ image: z.enum(BRAND_IMAGES) }))
    .output(brand),
  brandColors: forAdmins('settings:read')
    .route({
      method: 'GET',
      path: '/settings/brand-colors',
      summary: 'The shades of a colour, and how well they can be read',
    })
    .input(z.object({ color }))
    .output(brandColors),
  review: forAdmins('settings:read')
    .meta({ scope: 'requests:read' })
    .route({
      method: 'GET',
      path: '/settings/review',
      summary: 'Settings of the review of requests',
    })
    .output(z.object({ undoSeconds: settingSchemas.undoSeconds })),
  reasons: forAdmins('requests:read')
    .meta({ scope: 'requests:read' })
    .route({ method: 'GET', path: '/settings/reasons', summary: 'Canned reasons for rejections' })
    .output(z.array(rejectionReason)),
  adjustmentReasons: forAdmins('settings:read')
    .meta({ scope: 'balances:adjust' })
    .route({
      method: 'GET',
      path: '/settings/adjustment-reasons',
      summary: 'Canned reasons for balance adjustments',
    })
    .output(z.array(rejectionReason)),
  addReason: forAdmins('settings:manage')
    .route({
      method: 'POST',
      path: '/settings/reasons',
      summary: 'Add a reason for rejections or adjustments',
    })
    .errors(errorsOf('REASON_REQUIRED', 'TOO_MANY_REASONS'))
    .input(newReason.extend({ kind: z.enum(REASON_KINDS).default('rejection') }))
    .output(rejectionReason),
  switchReason: forAdmins('settings:manage')
    .route({
      method: 'PUT',
      path: '/settings/reasons/{id}',
      summary: 'Activate or deactivate a reason for rejections or adjustments',
    })
    .errors(errorsOf('REASON_NOT_FOUND'))
    .input(z.object({ id, isActive: z.boolean() }))
    .output(rejectionReason),
};
