import type { ReactNode } from 'react';
import type { Permission } from '#contract/shared/permissions.ts';
import { useCan } from '#web/lib/session/permissions.ts';

export function IfCan({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan(permission) ? children : null;
}
