import { Navigate, useLocation } from '@tanstack/react-router';
import { FailedMailsCard } from '../../mails/components/FailedMailsCard.tsx';
import { CurrencyCard } from '../components/CurrencyCard.tsx';
import { InstallationCard } from '../components/InstallationCard.tsx';
import { ServiceCard } from '../components/ServiceCard.tsx';
import { SettingsSections } from '../components/SettingsSections.tsx';
import { useGroupPages } from '../hooks/use-setting-pages.ts';
import { groupOfSection } from '../model/groups.ts';

export function GeneralSettingsPage() {
  const hash = useLocation({ select: (location) => location.hash });
  const pages = useGroupPages();
  // All sections used to be on this page; links to them have the id in the hash.
  const group = groupOfSection(hash);
  if (group && group !== 'general') return <Navigate to={pages[group].to} hash={hash} replace />;
  return (
    <SettingsSections
      group="general"
      cards={{
        currency: <CurrencyCard />,
        support: <ServiceCard />,
        installation: <InstallationCard />,
        'failed-mails': <FailedMailsCard />,
      }}
    />
  );
}
