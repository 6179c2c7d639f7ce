import { Anchor, Button, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MAX_CLOSURE_REASON_LENGTH } from '#contract/closures/rules.ts';
import type { Closure } from '#contract/closures/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { MIN_WITHDRAWAL } from '#contract/withdrawals/rules.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { toastError } from '#web/ui/toasts.ts';
import { useOwnClosure, useRequestClosure, useWithdrawClosure } from '../queries.ts';

/** Requests to close the account, and shows the state of the request. */
export function OwnClosureCard() {
  const { t } = useTranslation();
  const { data, isPending } = useOwnClosure();
  const [isAsking, asking] = useDisclosure(false);
  if (isPending) return <LoadingPart />;
  if (!data) return null;
  const { request, balancePaise, pendingRequests } = data;
  const isOpen = request?.state === 'open';
  const isBlocked = pendingRequests > 0 || balancePaise >= MIN_WITHDRAWAL;
  return (
    <Card title={t('Close account')}>
      <Stack gap="sm" align="flex-start">
        {isOpen && <OpenRequest request={request} />}
        {request?.state === 'refused' && <RefusedRequest request={request} />}
        {!isOpen && <Conditions balancePaise={balancePaise} pendingRequests={pendingRequests} />}
        {!isOpen && (
          <Button variant="default" disabled={isBlocked} onClick={asking.open}>
            {t('Close my account')}
          </Button>
        )}
      </Stack>
      <RequestDialog opened={isAsking} onClose={asking.close} />
    </Card>
  );
}

function OpenRequest({ request }: { request: Closure }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const errorText = useErrorText();
  const withdraw = useWithdrawClosure();
  const failed = t('The request could not be taken back. Please try again.');
  return (
    <>
      <StateAlert state="pending">
        {t('You asked to close your account on {{date}}. An admin will decide on it.', {
          date: dateTime(request.createdAt),
        })}
      </StateAlert>
      <Button
        variant="default"
        loading={withdraw.isPending}
        onClick={() =>
          withdraw.mutate(
            { id: request.id },
            {
              onError: (error) => toastError({ message: errorText(error, failed) }),
            },
          )
        }
      >
        {t('Take back the request')}
      </Button>
    </>
  );
}

function RefusedRequest({ request }: { request: Closure }) {
  const { t } = useTranslation();
  return (
    <StateAlert state="failed" title={t('Closure request rejected')}>
      {request.refusalReason}
    </StateAlert>
  );
}

function Conditions({
  balancePaise,
  pendingRequests,
}: {
  balancePaise: number;
  pendingRequests: number;
}) {
  const { t } = useTranslation();
  const minimum = formatRupees(MIN_WITHDRAWAL);
  const balance = formatRupees(balancePaise);
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(
          'An admin deletes your account if you ask for it. Withdraw your balance first: what is below the minimum withdrawal of {{minimum}} is lost. Records of payments are kept as long as the law requires.',
          { minimum },
        )}
      </Text>
      {pendingRequests > 0 && (
        <Text size="sm">
          {t('You have pending requests. Wait until they are decided, or cancel them.')}{' '}
          <PageLink to={paths.user.passbook}>{t('Passbook')}</PageLink>
        </Text>
      )}
      {balancePaise >= MIN_WITHDRAWAL && (
        <Text size="sm">
          {t('Your balance is {{balance}}. Please withdraw it first.', { balance })}{' '}
          <PageLink to={paths.user.withdraw}>{t('Withdraw')}</PageLink>
        </Text>
      )}
    </>
  );
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor underline="always" renderRoot={(props) => <Link {...props} to={to} />}>
      {children}
    </Anchor>
  );
}

function RequestDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useCheckedForm({ initialValues: { reason: '' } });
  const close = () => {
    form.start({ reason: '' });
    request.reset();
    onClose();
  };
  const request = useRequestClosure(close);
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Close my account')}
      submitLabel={t('Request closure')}
      pendingLabel={t('Sending...')}
      pending={request.isPending}
      failure={request.error}
      form={form}
      onSubmit={(typed) => request.mutate(typed)}
      size="sm"
      danger
    >
      <Text size="sm">
        {t('After an admin has closed your account, you cannot log in any more.')}
      </Text>
      <Textarea
        label={t('Reason (optional)')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={MAX_CLOSURE_REASON_LENGTH}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
