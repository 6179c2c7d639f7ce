import { Anchor } from '@mantine/core';
import classes from './ContactLink.module.css';

export function ContactLink({ scheme, text }: { scheme: 'tel' | 'mailto'; text: string }) {
  const target = scheme === 'tel' ? text.replace(/[^+\d]/g, '') : text;
  return (
    <Anchor href={`${scheme}:${target}`} fw={600} className={classes.link}>
      {text}
    </Anchor>
  );
}
