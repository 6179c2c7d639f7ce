import { Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/api/errors.ts';
import type { DeviceState } from './model/device-state.ts';
import { useDeviceState, useSwitchDevice } from './queries.ts';

/** Switches notifications on this device on and off. The browser requests the permission after the click. */
export function DeviceSwitch({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data: state } = useDeviceState();
  const change = useSwitchDevice(publicKey);
  const descriptions = useDescriptions();
  if (state === undefined) return null;
  const canChange = state === 'on' || state === 'off';
  return (
    <Stack gap={0} role="status">
      <Switch
        label={t('Notifications on this device')}
        checked={state === 'on'}
        disabled={!canChange || change.isPending}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
        error={
          change.error &&
          errorText(change.error, t('Notifications could not be changed. Please try again.'))
        }
      />
      <Text size="sm" c="dimmed">
        {descriptions[state]}
      </Text>
    </Stack>
  );
}

function useDescriptions(): Record<DeviceState, string> {
  const { t } = useTranslation();
  return {
    on: t('Shown even while the wallet is closed, until you log out.'),
    off: t('Shown even while the wallet is closed, until you log out.'),
    blocked: t(
      'This browser blocks notifications. Allow them for this site in the settings of the browser.',
    ),
    needsInstall: t(
      'On this device, notifications need the app: tap "Share", then "Add to Home Screen", and open it from there.',
    ),
    unsupported: t('This browser cannot show notifications. Please use another one.'),
  };
}
