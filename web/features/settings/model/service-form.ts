import { isSupportPhone, parseProcessingTime } from '#contract/settings/rules.ts';
import type { Settings } from '#contract/settings/table.ts';
import { isEmail } from '#contract/shared/text.ts';

export type ServiceInfo = Pick<Settings, 'supportPhone' | 'supportEmail' | 'processingTime'>;

/** Form fields; the processing time is a number or range with a unit. */
export interface ServiceFields {
  phone: string;
  email: string;
  range: string;
  unit: string;
}

/** Fields with invalid values. */
export type ServiceProblems = Partial<Record<'phone' | 'email' | 'range', true>>;

export function toServiceFields(info: ServiceInfo): ServiceFields {
  const { range = '', unit = 'business days' } = parseProcessingTime(info.processingTime) ?? {};
  return { phone: info.supportPhone, email: info.supportEmail, range, unit };
}

export function toServiceInfo({ phone, email, range, unit }: ServiceFields): ServiceInfo {
  return {
    supportPhone: phone.trim(),
    supportEmail: email.trim(),
    // Accepts the dashes that phones type, with spaces around them.
    processingTime: `${range.replace(/\s*[-–—]\s*/, '-').trim()} ${unit}`,
  };
}

export function findServiceProblems(fields: ServiceFields): ServiceProblems {
  const { supportPhone, supportEmail, processingTime } = toServiceInfo(fields);
  return {
    ...(!isSupportPhone(supportPhone) && { phone: true }),
    ...(!isEmail(supportEmail) && { email: true }),
    ...(!parseProcessingTime(processingTime) && { range: true }),
  };
}
