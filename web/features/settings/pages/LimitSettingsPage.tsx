import { LevelLimitsCard } from '../components/LevelLimitsCard.tsx';
import { SettingsSections } from '../components/SettingsSections.tsx';

export function LimitSettingsPage() {
  return <SettingsSections group="limits" cards={{ levels: <LevelLimitsCard /> }} />;
}
