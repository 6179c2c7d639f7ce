import { ActionIcon, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#contract/notifications/schema.ts';
import { IconTrash } from '#web/ui/icons/IconTrash.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { StateIcon } from '#web/ui/state/StateIcon.tsx';
import type { State } from '#web/ui/state/states.ts';
import { Unbroken } from '#web/ui/Unbroken.tsx';
import { useNotesText } from '../../transactions/hooks/use-reason-text.ts';
import { useNotificationText } from '../hooks/use-notification-text.ts';
import {
  adjustmentReason,
  reasonTexts,
  rejectionReason,
  withoutReason,
} from '../model/rejection-reason.ts';
import { subjectOf } from '../model/subject.ts';
import classes from './NotificationCard.module.css';

type NotificationCardProps = {
  notification: Notification;
  onRead: () => void;
  onRemove: () => void;
  /** Called when the page of the notification's subject opens. */
  onOpen?: (() => void) | undefined;
};

/** State for each notification type; an error is always a rejection. */
const TYPES: Record<string, State> = { success: 'approved', warning: 'warning', error: 'rejected' };

/** Languages in which a title leaves space for the time next to it on a phone. In others the time is before the text. */
const SHORT_TITLES = ['en', 'hi'];

/** A notification. Clicking it opens its subject, or shows its whole text, and marks it as read. */
export function NotificationCard({
  notification,
  onRead,
  onRemove,
  onOpen,
}: NotificationCardProps) {
  const { t, i18n } = useTranslation();
  const { title } = useNotificationText()(notification);
  const [isWhole, setIsWhole] = useState(false);
  const { read, type, createdAt } = notification;
  const about = subjectOf(notification);
  const isShort = SHORT_TITLES.includes(i18n.language);
  const time = <RelativeTime date={createdAt} className={classes.time} />;
  return (
    <article
      className={classes.card}
      data-unread={!read || undefined}
      data-whole={isWhole || undefined}
    >
      <div className={classes.sign}>
        <StateIcon state={TYPES[type] ?? 'news'} size="sm" />
        {!read && <span className={classes.dot} aria-hidden />}
      </div>
      <div className={classes.lines}>
        <div className={classes.titles}>
          {about ? (
            <SubjectTitle
              title={title}
              read={read}
              about={about}
              onOpen={() => {
                if (!read) onRead();
                onOpen?.();
              }}
            />
          ) : (
            <TextTitle
              title={title}
              read={read}
              isWhole={isWhole}
              onToggle={() => {
                if (!read) onRead();
                setIsWhole(!isWhole);
              }}
            />
          )}
          {isShort && <> {time}</>}
        </div>
        <Body notification={notification} lead={!isShort && time} />
      </div>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size="md"
        aria-label={t('Delete notification')}
        onClick={onRemove}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </article>
  );
}

type SubjectTitleProps = {
  title: string;
  read: boolean;
  about: NonNullable<ReturnType<typeof subjectOf>>;
  onOpen: () => void;
};

/** The link covers the whole card: a click anywhere opens the subject and marks the notification as read. */
function SubjectTitle({ title, read, about, onOpen }: SubjectTitleProps) {
  const { t } = useTranslation();
  return (
    <Link {...about} className={classes.cover} onClick={onOpen}>
      {title}
      {!read && <VisuallyHidden>, {t('Unread')}</VisuallyHidden>}
    </Link>
  );
}

type TextTitleProps = { title: string; read: boolean; isWhole: boolean; onToggle: () => void };

/** The button covers the whole card: a click anywhere shows all lines and marks the notification as read. */
function TextTitle({ title, read, isWhole, onToggle }: TextTitleProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className={classes.cover} aria-expanded={isWhole} onClick={onToggle}>
      {title}
      {!read && <VisuallyHidden>, {t('Unread. Mark as read')}</VisuallyHidden>}
    </button>
  );
}

/** `lead` is before the text, on its first line. */
type BodyProps = { notification: Notification; lead: ReactNode };

function Body({ notification, lead }: BodyProps) {
  const { t } = useTranslation();
  const notesText = useNotesText();
  const isRejection = notification.type === 'error';
  const reason = isRejection ? rejectionReason(notification) : adjustmentReason(notification);
  const { message } = useNotificationText()(
    isRejection && reason ? withoutReason(notification) : notification,
  );
  const tag = isRejection && (
    <StateBadge state="rejected" size="sm" isQuiet className={classes.tag} />
  );
  return (
    <>
      <Text
        component="div"
        className={classes.message}
        c="dimmed"
        data-brief={Boolean(reason) || undefined}
      >
        {!reason && tag} {lead && <>{lead} · </>}
        <Unbroken text={message} />
      </Text>
      {reason && (
        <Text component="div" className={`${classes.message} ${classes.reason}`}>
          {tag}{' '}
          <Text span inherit fw={600}>
            {isRejection ? t('Rejection Reason:') : `${t('Reason')}:`}
          </Text>{' '}
          {notesText(reason, reasonTexts(notification))}
        </Text>
      )}
    </>
  );
}
