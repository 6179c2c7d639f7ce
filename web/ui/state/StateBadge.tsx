import { Badge, type BadgeProps } from '@mantine/core';
import type { ShownStatus } from '#contract/transactions/rules.ts';
import classes from './StateBadge.module.css';
import { STATES, type State } from './states.ts';
import { useStateWords, type WordedState } from './use-state-words.ts';

type StateBadgeProps = Omit<BadgeProps, 'color' | 'variant' | 'leftSection'> & {
  /** Replaces the state's default word if the specification requires another. */
  word?: string;
} & ({ state: WordedState } | { state: State; word: string });

export function StateBadge({ state, word, ...props }: StateBadgeProps) {
  const { tone } = STATES[state];
  return <Worded {...{ state, word }} {...props} color={tone} variant="light" />;
}

/** Section 4 of the specification: the withdrawal history distinguishes states by badge variant, not colour. */
const WEIGHTS: Record<ShownStatus, BadgeProps> = {
  approved: { variant: 'filled', color: 'brand' },
  rejected: { variant: 'filled', color: STATES.rejected.tone },
  pending: { variant: 'outline', color: 'gray' },
  cancelled: { variant: 'outline', color: 'gray' },
};

/** Badge of a request: filled if approved, red if rejected, outlined otherwise. */
export function WeightedStateBadge({ state }: { state: keyof typeof WEIGHTS }) {
  return <Worded state={state} {...WEIGHTS[state]} />;
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
      leftSection={<StateIcon size={12} stroke={2.25} aria-hidden />}
      classNames={classes}
      {...props}
    >
      {word ?? words[state]}
    </Badge>
  );
}
