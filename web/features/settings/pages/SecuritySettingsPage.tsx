import { AdminFactorCard } from '../components/AdminFactorCard.tsx';
import { SettingsSections } from '../components/SettingsSections.tsx';

export function SecuritySettingsPage() {
  return <SettingsSections group="security" cards={{ factors: <AdminFactorCard /> }} />;
}
