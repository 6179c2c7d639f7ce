import { Paper } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { EntityPage, useMayChange } from '#web/ui/page/EntityPage.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { useWiderThan } from '#web/ui/use-wider-than.ts';
import classes from './BannerManagementPage.module.css';
import { BannerList } from './components/BannerList.tsx';
import { CarouselSettingsCard } from './components/CarouselSettingsCard.tsx';
import { CreateBannerForm } from './components/CreateBannerForm.tsx';
import { useBanners } from './queries.ts';

/** Width from which the forms are next to the list. On narrower screens they are below it. */
const BESIDE_LIST = '75em';

export function BannerManagementPage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const banners = useBanners();
  const isWide = useWiderThan(BESIDE_LIST);
  const forms = useRef<HTMLDivElement>(null);
  const goToForm = () => forms.current?.querySelector('input')?.focus();
  const count = banners.data ? number(banners.data.length) : '…';
  return (
    <EntityPage
      permission="content:manage"
      title={t('Ad Banner Management')}
      subtitle={t('Manage the banners of the carousel that users see')}
      beside={
        <div ref={forms} className={classes.forms} data-in-order>
          <CreateBannerForm />
          <CarouselSettingsCard />
        </div>
      }
      heading={t('Current Ad Banners ({{number}})', { number: count })}
      {...(!isWide && { add: { label: t('Create new banner'), onClick: goToForm } })}
    >
      <Banners query={banners} />
    </EntityPage>
  );
}

function Banners({ query }: { query: ReturnType<typeof useBanners> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const reason = errorText(query.error, t(errorTable.INTERNAL.message));
  const failed = t('Failed to fetch banners: {{reason}}', { reason });
  if (query.isPending) return <ListSkeleton rows={3} />;
  if (query.isLoadingError) {
    return (
      <Paper withBorder>
        <ErrorState message={failed} error={query.error} onRetry={() => void query.refetch()} />
      </Paper>
    );
  }
  return (
    <>
      {query.isRefetchError && (
        <StateAlert state="warning" mb="md" role="status">
          {failed}
        </StateAlert>
      )}
      {query.data.length > 0 ? <BannerList saved={query.data} /> : <NoBanners />}
    </>
  );
}

function NoBanners() {
  const { t } = useTranslation();
  const mayChange = useMayChange();
  return (
    <Paper withBorder>
      <EmptyState
        picture="image"
        title={t('No Ad Banners')}
        description={mayChange ? t('Create the first banner with the form.') : undefined}
      />
    </Paper>
  );
}
