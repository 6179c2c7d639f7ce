import { Alert, type AlertProps } from '@mantine/core';
import { STATES, type State } from './states.ts';

type StateAlertProps = Omit<AlertProps, 'color' | 'icon' | 'variant'> & { state: State };

export function StateAlert({ state, ...props }: StateAlertProps) {
  const { tone, icon: Sign } = STATES[state];
  return <Alert color={tone} icon={<Sign size={20} />} {...props} />;
}
