import { isEmail, isSupportPhone, parseProcessingTime } from '#contract/rules.ts';
import type { ServiceInfo } from '#contract/settings.ts';

/** What is typed of it: the processing time is a number or a range, and a unit. */
export interface ServiceFields {
  phone: string;
  email: string;
  range: string;
  unit: string;
}

/** Which fields can't be sent as they are. */
export type ServiceProblems = Partial<Record<'phone' | 'email' | 'range', true>>;

export function toServiceFields(info: ServiceInfo): ServiceFields {
  const { range = '', unit = 'business days' } = parseProcessingTime(info.processingTime) ?? {};
  return { phone: info.supportPhone, email: info.supportEmail, range, unit };
}

export function toServiceInfo({ phone, email, range, unit }: ServiceFields): ServiceInfo {
  return {
    supportPhone: phone.trim(),
    supportEmail: email.trim(),
    // A dash as phones type it, with spaces around it, is the same range.
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
