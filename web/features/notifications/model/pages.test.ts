import { describe, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications/schema.ts';
import { cleared, type NotificationPages, withAllRead, without, withRead } from './pages.ts';

function buildNotification(fields: Pick<Notification, 'id' | 'read'>): Notification {
  return {
    title: 'Deposit Approved',
    message: 'Your deposit was approved.',
    titleKey: null,
    messageKey: null,
    params: {},
    type: 'success',
    category: 'transaction',
    data: {},
    createdAt: new Date(0),
    ...fields,
  };
}

const list: NotificationPages = {
  pages: [
    {
      rows: [
        buildNotification({ id: 'a', read: false }),
        buildNotification({ id: 'b', read: true }),
      ],
      nextCursor: 'next',
      unreadCount: 120,
      totalCount: 200,
    },
  ],
  pageParams: [undefined],
};

describe('optimistic updates of notification lists', () => {
  it('decrements the unread count only if the notification was unread', () => {
    expect(withRead(list, 'a').pages[0]).toMatchObject({ unreadCount: 119 });
    expect(withRead(list, 'b').pages[0]).toMatchObject({ unreadCount: 120 });
  });

  it('marks all as read, including notifications beyond the fetched pages', () => {
    const page = withAllRead(list).pages[0];
    expect(page).toMatchObject({ unreadCount: 0, totalCount: 200 });
    expect(page?.rows.every((row) => row.read)).toBe(true);
  });

  it('removes a notification and decrements the counts', () => {
    expect(without(list, 'a').pages[0]).toMatchObject({ unreadCount: 119, totalCount: 199 });
    expect(without(list, 'b').pages[0]).toMatchObject({ unreadCount: 120, totalCount: 199 });
    expect(without(list, 'gone').pages[0]).toMatchObject({ unreadCount: 120, totalCount: 200 });
  });

  it('removes all notifications and the next page', () => {
    expect(cleared(list).pages).toEqual([{ rows: [], unreadCount: 0, totalCount: 0 }]);
  });
});
