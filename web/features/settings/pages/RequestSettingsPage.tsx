import { AutoApprovalCard } from '../components/AutoApprovalCard.tsx';
import { NewAccountCard } from '../components/NewAccountCard.tsx';
import { ReviewCard } from '../components/ReviewCard.tsx';
import { SettingsSections } from '../components/SettingsSections.tsx';
import { TargetCard } from '../components/TargetCard.tsx';
import { UtrCard } from '../components/UtrCard.tsx';

export function RequestSettingsPage() {
  return (
    <SettingsSections
      group="requests"
      cards={{
        utr: <UtrCard />,
        accounts: <NewAccountCard />,
        review: <ReviewCard />,
        automatic: <AutoApprovalCard />,
        target: <TargetCard />,
      }}
    />
  );
}
