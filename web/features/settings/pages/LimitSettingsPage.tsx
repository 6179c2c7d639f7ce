import { DocumentsCard } from '../components/DocumentsCard.tsx';
import { LevelLimitsCard } from '../components/LevelLimitsCard.tsx';
import { LimitsCard } from '../components/LimitsCard.tsx';
import { SettingsSections } from '../components/SettingsSections.tsx';

export function LimitSettingsPage() {
  return (
    <SettingsSections
      group="limits"
      cards={{
        limits: <LimitsCard />,
        levels: <LevelLimitsCard />,
        documents: <DocumentsCard />,
      }}
    />
  );
}
