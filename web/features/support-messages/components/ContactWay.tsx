import { Paper, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '#web/ui/icons/draw-icon.tsx';
import classes from './ContactWay.module.css';

type ContactWayProps = {
  icon: Icon;
  title: string;
  hint: string;
  hintId?: string;
  /** The link or button. */
  children: ReactNode;
};

/** A way to reach support. */
export function ContactWay({ icon: ContactIcon, title, hint, hintId, children }: ContactWayProps) {
  return (
    <Paper withBorder component="section" className={classes.way}>
      <ThemeIcon variant="light" size="xl" radius="md" aria-hidden>
        <ContactIcon size={20} />
      </ThemeIcon>
      <div className={classes.texts}>
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text size="sm" c="dimmed" id={hintId}>
          {hint}
        </Text>
      </div>
      <div className={classes.action}>{children}</div>
    </Paper>
  );
}
