import { SettingsSections } from '../components/SettingsSections.tsx';

export function RequestSettingsPage() {
  return <SettingsSections group="requests" cards={{}} />;
}
