import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orpc } from '#web/lib/api/api.ts';
import { untilIdle } from '#web/lib/page/idle.ts';
import { isSupportContactStale, rememberSupportContact } from '#web/lib/page/support-contact.ts';

/** Stores the support contact in this browser, for error pages that cannot fetch it. */
export function usePersistSupportContact(): void {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    // Waits until idle: the page's own requests have priority.
    void untilIdle().then(() => setIsWanted(isSupportContactStale()));
  }, []);
  const { data } = useQuery(orpc.settings.get.queryOptions({ enabled: isWanted }));
  useEffect(() => {
    const { supportPhone: phone, supportEmail: email } = data ?? {};
    if (phone && email) rememberSupportContact({ phone, email });
  }, [data]);
}
