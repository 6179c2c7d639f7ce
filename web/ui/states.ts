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
  IconWifiOff,
  IconX,
} from '@tabler/icons-react';

/** What a colour says. `theme.ts` gives each its shades; nothing is coloured for its looks alone. */
export type Tone = 'positive' | 'negative' | 'caution' | 'brand' | 'gray';

type Look = { tone: Tone; icon: Icon };

/**
 * The one list of states: what each looks like wherever it is shown, in a badge, a row, a timeline, a message
 * or a whole screen. The tones of a request are those of section 4 of the specification.
 */
export const STATES = {
  pending: { tone: 'caution', icon: IconClock },
  approved: { tone: 'positive', icon: IconCheck },
  rejected: { tone: 'negative', icon: IconX },

  moneyIn: { tone: 'positive', icon: IconArrowDownLeft },
  moneyOut: { tone: 'negative', icon: IconArrowUpRight },

  active: { tone: 'positive', icon: IconCheck },
  inactive: { tone: 'gray', icon: IconMinus },
  /** Of a person: may not sign in. */
  deactivated: { tone: 'negative', icon: IconBan },

  done: { tone: 'positive', icon: IconCheck },
  news: { tone: 'brand', icon: IconBell },
  hint: { tone: 'brand', icon: IconInfoCircle },
  warning: { tone: 'caution', icon: IconAlertTriangle },
  failed: { tone: 'negative', icon: IconAlertCircle },
  unknown: { tone: 'gray', icon: IconHelpCircle },

  offline: { tone: 'caution', icon: IconWifiOff },
  unavailable: { tone: 'caution', icon: IconCloudOff },
  /** A part of the application did not come. */
  incomplete: { tone: 'caution', icon: IconPlugConnectedX },
  notFound: { tone: 'brand', icon: IconMapOff },
} as const satisfies Record<string, Look>;

export type State = keyof typeof STATES;

/** The colour of a press that can't be taken back, and of one that lets something through. */
export const ACTS = {
  destroy: STATES.rejected.tone,
  approve: STATES.approved.tone,
} as const;

/** What became of money: it came in, it went out, or it has not moved. */
export function stateOfMoney(row: {
  type: 'deposit' | 'withdrawal';
  status: 'pending' | 'approved' | 'rejected';
}): { tone: Tone; icon: Icon } {
  const { tone, icon } = row.type === 'deposit' ? STATES.moneyIn : STATES.moneyOut;
  return { icon, tone: row.status === 'approved' ? tone : STATES.unknown.tone };
}
