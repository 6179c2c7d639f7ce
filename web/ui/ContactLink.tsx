import { Anchor } from '@mantine/core';
import classes from './ContactLink.module.css';

/** A phone number or an e-mail address, to call or to write to. */
export function ContactLink({ scheme, text }: { scheme: 'tel' | 'mailto'; text: string }) {
  const target = scheme === 'tel' ? text.replace(/[^+\d]/g, '') : text;
  return (
    <Anchor href={`${scheme}:${target}`} fw={600} className={classes.link}>
      {text}
    </Anchor>
  );
}
