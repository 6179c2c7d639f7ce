import { Badge, type BadgeProps } from '@mantine/core';
import type { ShownStatus } from '#contract/transactions/rules.ts';
import classes from './StateBadge.module.css';
import { STATES, type State } from './states.ts';
import { useStateWords, type WordedState } from './use-state-words.ts';

type StateBadgeProps = Omit<BadgeProps, 'color' | 'variant' | 'leftSection'> & {
  /** Replaces the state's default word if the specification requires another. */
  word?: string;
  /** Without its surface: for the usual state of a row, so that the others stand out. */
  isQuiet?: boolean;
  /** A long word has several lines where it is wider than its place. */
  isWrapped?: boolean;
} & ({ state: WordedState } | { state: State; word: string });

export function StateBadge({
  state,
  word,
  isQuiet = false,
  isWrapped = false,
  ...props
}: StateBadgeProps) {
  const { tone } = STATES[state];
  const variant = isQuiet ? 'transparent' : 'light';
  const place = isWrapped ? { flex: 'initial', miw: 0, mod: { wrapped: true } } : {};
  return <Worded state={state} word={word} {...place} {...props} color={tone} variant={variant} />;
}

/** Section 4 of the specification: the badges of the withdrawal history differ by variant as well. */
const VARIANTS: Record<ShownStatus, NonNullable<BadgeProps['variant']>> = {
  approved: 'filled',
  rejected: 'filled',
  pending: 'outline',
  cancelled: 'outline',
};

/** Badge of a withdrawal: filled if it was decided, outlined otherwise. */
export function WeightedStateBadge({ state }: { state: ShownStatus }) {
  return <Worded state={state} color={STATES[state].tone} variant={VARIANTS[state]} />;
}

function Worded({ state, word, ...props }: BadgeProps & { state: State; word?: string }) {
  const words: Partial<Record<State, string>> = useStateWords();
  const { icon: StateIcon } = STATES[state];
  return (
    <Badge
      radius="sm"
      tt="none"
      flex="none"
      miw="max-content"
      leftSection={<StateIcon size={12} aria-hidden />}
      classNames={classes}
      {...props}
    >
      {word ?? words[state]}
    </Badge>
  );
}
