import type { ComponentProps, ReactNode } from 'react';
import type { SettingKey, Settings } from '#contract/settings/table.ts';
import { useSettings } from '../queries.ts';
import { SavedSettings } from './SavedSettings.tsx';

type SettingCardProps<Key extends SettingKey> = Omit<
  ComponentProps<typeof SavedSettings>,
  'saved' | 'children'
> & {
  settings: readonly Key[];
  /** The form of the saved settings: a component that calls `useSettingForm`. */
  children: (saved: Pick<Settings, Key>) => ReactNode;
};

/** Card for some settings: placeholder, error with Retry, then their form. */
export function SettingCard<Key extends SettingKey>(props: SettingCardProps<Key>) {
  const { settings, children, ...card } = props;
  return (
    <SavedSettings {...card} saved={useSettings(settings)}>
      {children}
    </SavedSettings>
  );
}
