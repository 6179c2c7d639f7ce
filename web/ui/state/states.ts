import type { TransactionType } from '#contract/transactions/rules.ts';
import {
  isPosted,
  type ShownStatus,
  type TransactionStatus,
} from '#contract/transactions/states.ts';
import type { WarningGrade } from '#contract/transactions/warnings.ts';
import type { Icon } from '../icons/draw-icon.tsx';
import { IconAlertCircle } from '../icons/IconAlertCircle.ts';
import { IconAlertTriangle } from '../icons/IconAlertTriangle.ts';
import { IconArrowDownLeft } from '../icons/IconArrowDownLeft.ts';
import { IconArrowUpRight } from '../icons/IconArrowUpRight.ts';
import { IconBan } from '../icons/IconBan.ts';
import { IconBell } from '../icons/IconBell.ts';
import { IconCheck } from '../icons/IconCheck.ts';
import { IconClock } from '../icons/IconClock.ts';
import { IconCloudOff } from '../icons/IconCloudOff.ts';
import { IconHelpCircle } from '../icons/IconHelpCircle.ts';
import { IconInfoCircle } from '../icons/IconInfoCircle.ts';
import { IconMapOff } from '../icons/IconMapOff.ts';
import { IconMinus } from '../icons/IconMinus.ts';
import { IconPlugConnectedX } from '../icons/IconPlugConnectedX.ts';
import { IconSnowflake } from '../icons/IconSnowflake.ts';
import { IconWifiOff } from '../icons/IconWifiOff.ts';
import { IconX } from '../icons/IconX.ts';

/** Meaning of a colour; `theme.ts` defines its shades. Colours without a meaning are not used. */
export type StateColor = 'positive' | 'negative' | 'caution' | 'brand' | 'gray';

type StateStyle = { tone: StateColor; icon: Icon };

/**
 * Icon and colour of every state in badges, rows, timelines, messages and pages. Section 4 of the specification
 * defines the tones of requests.
 */
export const STATES = {
  pending: { tone: 'caution', icon: IconClock },
  approved: { tone: 'positive', icon: IconCheck },
  rejected: { tone: 'negative', icon: IconX },
  cancelled: { tone: 'gray', icon: IconBan },

  moneyIn: { tone: 'positive', icon: IconArrowDownLeft },
  moneyOut: { tone: 'negative', icon: IconArrowUpRight },

  active: { tone: 'positive', icon: IconCheck },
  inactive: { tone: 'gray', icon: IconMinus },
  deactivated: { tone: 'negative', icon: IconBan },
  frozen: { tone: 'caution', icon: IconSnowflake },

  done: { tone: 'positive', icon: IconCheck },
  news: { tone: 'brand', icon: IconBell },
  hint: { tone: 'brand', icon: IconInfoCircle },
  warning: { tone: 'caution', icon: IconAlertTriangle },
  failed: { tone: 'negative', icon: IconAlertCircle },
  unknown: { tone: 'gray', icon: IconHelpCircle },

  offline: { tone: 'caution', icon: IconWifiOff },
  unavailable: { tone: 'caution', icon: IconCloudOff },
  incomplete: { tone: 'caution', icon: IconPlugConnectedX },
  notFound: { tone: 'brand', icon: IconMapOff },
} as const satisfies Record<string, StateStyle> & Record<ShownStatus, StateStyle>;

export type State = keyof typeof STATES;

export const ACTION_COLORS = {
  destroy: STATES.rejected.tone,
  approve: STATES.approved.tone,
} as const;

/** Returns icon and tone for the direction of money; the tone is neutral unless the transaction is approved. */
export function stateOfMoney(row: { type: TransactionType; status: TransactionStatus }): {
  tone: StateColor;
  icon: Icon;
} {
  const { tone, icon } = row.type === 'deposit' ? STATES.moneyIn : STATES.moneyOut;
  return { icon, tone: isPosted(row) ? tone : STATES.unknown.tone };
}

/** How the warnings about a request look, by their most serious grade. */
export const GRADE_STATES: Record<WarningGrade, State> = {
  stop: 'failed',
  look: 'warning',
  note: 'hint',
};
