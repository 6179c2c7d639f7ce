import { ActionIcon, Button, Tabs } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review/schema.ts';
import { isDecidable, type TransactionType } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { SavedViews } from '#web/features/saved-views/components/SavedViews.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { useOverlay } from '#web/ui/dialog/use-overlay.ts';
import { SearchField } from '#web/ui/form/SearchField.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconLayoutSidebar } from '#web/ui/icons/IconLayoutSidebar.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { RefreshButton } from '#web/ui/RefreshButton.tsx';
import { DensitySwitch } from '#web/ui/table/DensitySwitch.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { useFocusWhenLost } from '#web/ui/table/use-focus-when-lost.ts';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { DecisionDialog } from '../../decision/components/DecisionDialog.tsx';
import { useDecisionDialog } from '../../decision/hooks/use-decision-dialog.ts';
import { HelpButton } from '../components/HelpButton.tsx';
import { ReviewList } from '../components/ReviewList.tsx';
import { SelectionBar } from '../components/Selection.tsx';
import { useOpenDesk } from '../hooks/use-open-desk.ts';
import { type ReviewState, useReview } from '../hooks/use-review.ts';
import { useReviewKeys } from '../hooks/use-review-keys.ts';
import { useSelection } from '../hooks/use-selection.ts';
import { type ReviewTab, reviewAddress } from '../model/filters.ts';
import classes from './ReviewPage.module.css';

export type ViewDialogProps = {
  row: AdminTransaction | undefined;
  opened: boolean;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
};

type ReviewPageProps = {
  type: TransactionType;
  title: string;
  subtitle: string;
  /** Error text above outdated rows if refetching fails. */
  refreshFailed: string;
  tabLabel: (tab: ReviewTab, count: number | undefined) => ReactNode;
  columns: (tab: ReviewTab) => Column<AdminTransaction>[];
  empty: (tab: ReviewTab, isSearching: boolean) => ReactNode;
  caption: (tab: ReviewTab) => string;
  viewLabel: string;
  ViewDialog: (props: ViewDialogProps) => ReactNode;
};

const TABS: ReviewTab[] = ['pending', 'history'];

/** Lists requests of one type for administrators to review and decide. */
export function ReviewPage(props: ReviewPageProps) {
  const { ViewDialog } = props;
  const screen = useReviewScreen(props.type);
  const { review, viewed, decision, selection, keys } = screen;
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  // A click on a tab marks it immediately; its fifty rows follow.
  const shownTab = useDeferredValue(review.tab);
  return (
    <>
      <PageHeader
        title={props.title}
        subtitle={props.subtitle}
        isDense
        actions={
          <>
            {isWide && (
              <IfCan permission="requests:decide">
                <DeskButton type={props.type} />
              </IfCan>
            )}
            <DensitySwitch />
            {isWide && <HelpButton />}
            <RefreshButton refresh={review.refresh} failed={props.refreshFailed} />
          </>
        }
      />
      <div {...review.touch}>
        <Tabs
          value={review.tab}
          onChange={(tab) => review.setTab(tab === 'history' ? tab : 'pending')}
        >
          <div className={classes.above}>
            <Tabs.List className={classes.tabs}>
              {TABS.map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {props.tabLabel(tab, review.counts?.[tab])}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <div className={classes.find}>
              <Search review={review} />
              {!isWide && (
                <IfCan permission="requests:decide">
                  <SmallDeskButton type={props.type} />
                </IfCan>
              )}
            </div>
          </div>
          <SavedViews
            list={props.type === 'deposit' ? 'deposits' : 'withdrawals'}
            search={reviewAddress.write(review)}
          />
          {TABS.map((tab) => (
            <Tabs.Panel key={tab} value={tab}>
              {tab === review.tab && tab === shownTab && (
                <div {...screen.panel} className={classes.panel}>
                  <ReviewList
                    {...props}
                    review={review}
                    selection={selection}
                    currentId={keys.currentId}
                    onView={screen.view}
                    onDecide={screen.decide}
                    onDesk={screen.openDesk}
                  />
                </div>
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
        <IfCan permission="requests:decide">
          <SelectionBar review={review} selection={selection} onDecide={decision.open} />
        </IfCan>
      </div>
      <ViewDialog
        row={viewed.target}
        opened={viewed.isOpen}
        onClose={viewed.close}
        onDecide={(verdict) => viewed.target && screen.decide(verdict, viewed.target)}
      />
      <DecisionDialog decision={decision} type={props.type} />
    </>
  );
}

/** State of a review page: rows, selection, dialogs and shortcuts. */
function useReviewScreen(type: TransactionType) {
  const review = useReview(type);
  const { rows } = review;
  const viewed = useDialogTarget<AdminTransaction>();
  const decision = useDecisionDialog(type, review.showDecided);
  const selection = useSelection();
  const { overlay } = useOverlay();
  const isAsking = decision.isOpen || overlay !== undefined;
  const panel = useFocusWhenLost(viewed.isOpen || isAsking, rows);
  const mayDecide = useCan('requests:decide');
  const decide = (verdict: Decision, row: AdminTransaction) => {
    if (!mayDecide) return;
    viewed.close();
    decision.open(verdict, [row]);
  };
  const openOnDesk = useOpenDesk();
  const openDesk = mayDecide ? openOnDesk : viewed.open;
  const focusRow = (id: string) => {
    const shown = panel.ref.current?.querySelector(`[data-key="${id}"]`);
    shown?.querySelector<HTMLElement>('button')?.focus();
  };
  const keys = useReviewKeys({
    // A decided row stays visible for a moment, but shortcuts skip it.
    rows: review.tab === 'pending' ? rows.filter(isDecidable) : rows,
    selection,
    viewed,
    onDecide: decide,
    onDesk: openDesk,
    isSuspended: isAsking,
    focusRow,
  });
  const view = (row: AdminTransaction) => {
    keys.visit(row);
    viewed.open(row);
  };
  return { review, viewed, view, decision, decide, openDesk, selection, keys, panel };
}

function Search({ review }: { review: ReviewState }) {
  const { t } = useTranslation();
  return (
    <SearchField
      className={classes.search}
      isLabelHidden
      placeholder={t('Search by name, reference, method...')}
      value={review.search}
      onChange={review.setSearch}
    />
  );
}

/** The same on phones, where its name has no room. */
function SmallDeskButton({ type }: { type: TransactionType }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      component={Link}
      to={paths.admin.desk(type)}
      size="var(--wallet-touch)"
      aria-label={t('Review one by one')}
    >
      <IconLayoutSidebar size={20} />
    </ActionIcon>
  );
}

function DeskButton({ type }: { type: TransactionType }) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={paths.admin.desk(type)}
      leftSection={<IconLayoutSidebar size={16} />}
    >
      {t('Review one by one')}
    </Button>
  );
}
