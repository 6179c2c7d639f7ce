import type { Topic } from '../notifications/rules.ts';
import type { Role } from '../shared/enums.ts';

/** Devices of a person that show notifications. Another one replaces the oldest. */
export const MAX_PUSH_DEVICES = 10;
export const MAX_ENDPOINT_LENGTH = 1000;
/** Longest text of a notification on a device, in characters. */
export const MAX_PUSH_TEXT_LENGTH = 400;

/** The page that a click on a notification of a topic opens. */
export const PUSH_PATHS = {
  user: {
    deposits: '/user/passbook',
    withdrawals: '/user/passbook',
    balance: '/user/passbook',
    account: '/user/profile',
    support: '/user/support',
    security: '/user/notifications',
  },
  admin: {
    approvals: '/admin/approvals',
    changes: '/user/notifications',
    work: '/admin',
    security: '/user/notifications',
  },
} as const satisfies Record<Role, Partial<Record<Topic, string>>>;

/** Returns the path of the page that a click on a notification opens. */
export function pushPathOf(role: Role, topic: Topic): string {
  const paths: Partial<Record<Topic, string>> = PUSH_PATHS[role];
  return paths[topic] ?? '/';
}
