import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orpc } from '#web/lib/api/api.ts';
import { untilIdle } from '#web/lib/page/idle.ts';
import { isSupportContactStale, rememberSupportContact } from '#web/lib/page/support-contact.ts';

/** Stores the support contact in this browser, for error pages that cannot fetch it. */
export function SupportMemory() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    // Waits until idle: the page's own requests have priority.
    void untilIdle().then(() => setIsWanted(isSupportContactStale()));
  }, []);
  const { data } = useQuery(orpc.settings.service.queryOptions({ enabled: isWanted }));
  useEffect(() => {
    if (data) rememberSupportContact({ phone: data.supportPhone, email: data.supportEmail });
  }, [data]);
  return null;
}
