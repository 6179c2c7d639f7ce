import { useSetting } from '../../settings/queries.ts';
import {
  type RequestLimit,
  useRequestLimit,
} from '../../verification-limits/hooks/use-request-limit.ts';

export type DepositLimits = {
  /** Undefined until it has loaded. */
  maxDepositPaise: number | undefined;
  limit: RequestLimit;
  isUtrRequired: boolean;
};

/** Returns the limits that the fields of a deposit are checked against. */
export function useDepositLimits(): DepositLimits {
  return {
    maxDepositPaise: useSetting('maxDepositPaise'),
    limit: useRequestLimit('deposit'),
    isUtrRequired: useSetting('utrRequired') ?? false,
  };
}
