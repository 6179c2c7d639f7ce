import { AdjustmentsCard } from '../components/AdjustmentsCard.tsx';
import { AdminFactorCard } from '../components/AdminFactorCard.tsx';
import { PasswordsCard } from '../components/PasswordsCard.tsx';
import { SessionLifetimesCard } from '../components/SessionLifetimesCard.tsx';
import { SettingsSections } from '../components/SettingsSections.tsx';
import { StepUpCard } from '../components/StepUpCard.tsx';

export function SecuritySettingsPage() {
  return (
    <SettingsSections
      group="security"
      cards={{
        identity: <StepUpCard />,
        adjustments: <AdjustmentsCard />,
        passwords: <PasswordsCard />,
        sessions: <SessionLifetimesCard />,
        factors: <AdminFactorCard />,
      }}
    />
  );
}
