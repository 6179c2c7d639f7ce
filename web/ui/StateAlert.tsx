import { Alert, type AlertProps } from '@mantine/core';
import { STATES, type State } from './states.ts';

type StateAlertProps = Omit<AlertProps, 'color' | 'icon' | 'variant'> & { state: State };

/** A message within a page, in the colour and with the sign of what it tells of. */
export function StateAlert({ state, ...props }: StateAlertProps) {
  const { tone, icon: Sign } = STATES[state];
  return <Alert color={tone} icon={<Sign size={20} stroke={1.75} />} {...props} />;
}
