import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { STATES, type State, type StateColor } from '../state/states.ts';
import { useStateWords, type WordedState } from '../state/use-state-words.ts';
import classes from './RowControls.module.css';

/*
 * Parts of a table's row, each a single element: a list of fifty rows must have few elements, so that a slow computer
 * draws it quickly.
 */

type RowButtonProps = Omit<ComponentProps<'button'>, 'type' | 'className'> & {
  tone?: StateColor;
  /** Invisible, but keeps its space. */
  isHidden?: boolean;
  /** Shows three dots. */
  isMenu?: boolean;
};

export function RowButton({ tone, isHidden, isMenu, ...props }: RowButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      data-tone={tone}
      data-hidden={isHidden || undefined}
      data-menu={isMenu || undefined}
      {...props}
    />
  );
}

type RowLinkProps = {
  to: string;
  search?: Record<string, string>;
  label: string;
  children: ReactNode;
};

/** A link that looks like a button. */
export function RowLink({ to, search, label, children }: RowLinkProps) {
  return (
    <Link to={to} search={search} className={classes.button} aria-label={label}>
      {children}
    </Link>
  );
}

type RowCheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  isHidden: boolean;
  /** In a card: with a touch target. */
  isTarget: boolean;
};

export function RowCheckbox({ isHidden, isTarget, ...props }: RowCheckboxProps) {
  const attributes = { className: classes.box, 'data-hidden': isHidden || undefined, ...props };
  if (!isTarget) return <input type="checkbox" {...attributes} />;
  return (
    <label className={classes.target}>
      <input type="checkbox" {...attributes} />
    </label>
  );
}

/** A word on a coloured ground. */
export function RowTag({ tone, children }: { tone: StateColor; children: string }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}

type RowStateProps = { state: WordedState } | { state: State; word: string };

/** A state in the colour and word of its badge, or with another word. */
export function RowState({ state, ...props }: RowStateProps) {
  const words: Partial<Record<State, string>> = useStateWords();
  return (
    <span
      className={`${classes.tag} ${classes.state}`}
      data-tone={STATES[state].tone}
      data-open={state === 'pending' || undefined}
    >
      {'word' in props ? props.word : words[state]}
    </span>
  );
}

/** A name's longest width in a table, which grows with the screen. */
export const NAME_WIDTH = 'clamp(8rem, 11.5vw, 18rem)';

type RowLineProps = {
  children: string;
  /** Its longest width; longer texts end in an ellipsis and have a tooltip. */
  width?: string;
  isSmall?: boolean;
  isStrong?: boolean;
  /** Tooltip instead of the text. */
  title?: string | undefined;
  /** For a warning: its colour, with a sign. */
  tone?: StateColor;
};

/** A line of text. */
export function RowLine({ children, width, isSmall, isStrong, title, tone }: RowLineProps) {
  return (
    <span
      className={classes.line}
      style={width ? { maxWidth: width } : undefined}
      data-small={isSmall || undefined}
      data-strong={isStrong || undefined}
      data-tone={tone}
      title={title ?? (width && children)}
    >
      {children}
    </span>
  );
}
