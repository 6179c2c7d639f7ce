import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { toShownStatus } from '#contract/transactions/states.ts';
import { WarningLine } from '#web/features/transactions/components/RequestWarnings.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { RowLine, RowState } from '#web/ui/table/RowControls.tsx';
import classes from './Reconciliation.module.css';

type RequestFactsProps = {
  request: AdminTransaction;
  withAmount?: boolean;
  /** The status of most requests of the list, which is not shown. */
  usual?: AdminTransaction['status'];
};

/** A deposit request on two lines: person and warnings; reference with a link to the review page, time and UTR. */
export function RequestFacts(props: RequestFactsProps) {
  const { request, withAmount = false, usual = 'pending' } = props;
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { utr } = request;
  return (
    <div className={classes.facts}>
      <div className={classes.pair}>
        <Person request={request} />
        {withAmount && <Amount paise={request.amountPaise} fw={600} />}
        {request.status !== usual && <RowState state={toShownStatus(request)} />}
        <WarningLine row={request} />
      </div>
      <div className={classes.pair}>
        <ReviewLink request={request} />
        <RowLine isSmall width="100%">
          {[dateTime(request.createdAt), ...(utr ? [t('UTR {{utr}}', { utr })] : [])].join(' · ')}
        </RowLine>
      </div>
    </div>
  );
}

/** The same on one line, for one of several requests. */
export function RequestLine({ request }: { request: AdminTransaction }) {
  return (
    <div className={classes.pair}>
      <Person request={request} />
      <Amount paise={request.amountPaise} fw={600} />
      <ReviewLink request={request} />
    </div>
  );
}

function Person({ request }: { request: AdminTransaction }) {
  const personName = usePersonName();
  return (
    <RowLine isStrong width="60%">
      {personName(request.userName)}
    </RowLine>
  );
}

function ReviewLink({ request }: { request: AdminTransaction }) {
  return (
    <Anchor
      data-reached="row"
      size="xs"
      renderRoot={(props) => (
        <Link {...props} to={paths.admin.desk('deposit')} search={{ id: request.id }} />
      )}
    >
      {request.referenceId}
    </Anchor>
  );
}
