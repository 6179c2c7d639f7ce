import { ReasonsCard } from '../components/ReasonsCard.tsx';
import { SettingsSections } from '../components/SettingsSections.tsx';

export function ReasonSettingsPage() {
  return (
    <SettingsSections
      group="reasons"
      cards={{
        rejection: <ReasonsCard kind="rejection" />,
        adjustment: <ReasonsCard kind="adjustment" />,
      }}
    />
  );
}
