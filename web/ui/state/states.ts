import {
  type Icon,
  IconAlertCircle,
  IconAlertTriangle,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBan,
  IconBell,
  IconCheck,
  IconClock,
  IconCloudOff,
  IconHelpCircle,
  IconInfoCircle,
  IconMapOff,
  IconMinus,
  IconPlugConnectedX,
  IconSnowflake,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react';

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
} as const satisfies Record<string, StateStyle>;

export type State = keyof typeof STATES;

export const ACTION_COLORS = {
  destroy: STATES.rejected.tone,
  approve: STATES.approved.tone,
} as const;

/** Returns icon and tone for the direction of money; the tone is neutral unless the transaction is approved. */
export function stateOfMoney(row: {
  type: 'deposit' | 'withdrawal';
  status: 'pending' | 'approved' | 'rejected';
}): { tone: StateColor; icon: Icon } {
  const { tone, icon } = row.type === 'deposit' ? STATES.moneyIn : STATES.moneyOut;
  return { icon, tone: row.status === 'approved' ? tone : STATES.unknown.tone };
}
