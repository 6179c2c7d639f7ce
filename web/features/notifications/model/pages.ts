import type { InfiniteData } from '@tanstack/react-query';
import type { Notification } from '#contract/notifications/schema.ts';

export type NotificationPage = {
  rows: Notification[];
  nextCursor?: string;
  unreadCount: number;
  totalCount: number;
};
export type NotificationPages = InfiniteData<NotificationPage, string | undefined>;
export type Change = (pages: NotificationPages) => NotificationPages;

function mapPages(
  data: NotificationPages,
  change: (page: NotificationPage) => NotificationPage,
): NotificationPages {
  return { ...data, pages: data.pages.map(change) };
}

function find(data: NotificationPages, id: string): Notification | undefined {
  return data.pages.flatMap((page) => page.rows).find((row) => row.id === id);
}

export function withRead(data: NotificationPages, id: string): NotificationPages {
  const lowers = find(data, id)?.read === false ? 1 : 0;
  return mapPages(data, (page) => ({
    ...page,
    unreadCount: Math.max(0, page.unreadCount - lowers),
    rows: page.rows.map((row) => (row.id === id ? { ...row, read: true } : row)),
  }));
}

export function withAllRead(data: NotificationPages): NotificationPages {
  return mapPages(data, (page) => ({
    ...page,
    unreadCount: 0,
    rows: page.rows.map((row) => ({ ...row, read: true })),
  }));
}

export function without(data: NotificationPages, id: string): NotificationPages {
  const removed = find(data, id);
  const wasUnread = removed?.read === false ? 1 : 0;
  return mapPages(data, (page) => ({
    ...page,
    unreadCount: Math.max(0, page.unreadCount - wasUnread),
    totalCount: Math.max(0, page.totalCount - (removed ? 1 : 0)),
    rows: page.rows.filter((row) => row.id !== id),
  }));
}

export function cleared(data: NotificationPages): NotificationPages {
  return {
    pages: [{ rows: [], unreadCount: 0, totalCount: 0 }],
    pageParams: data.pageParams.slice(0, 1),
  };
}
