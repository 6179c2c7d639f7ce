import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orpc } from '../../lib/api.ts';
import { untilIdle } from '../../lib/idle.ts';
import { isSupportContactStale, rememberSupportContact } from '../../lib/support-contact.ts';

/** Keeps in this browser whom to ask, for the screens that stand when nothing can be fetched. */
export function SupportMemory() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    // What the person came for goes first.
    void untilIdle().then(() => setIsWanted(isSupportContactStale()));
  }, []);
  const { data } = useQuery(orpc.settings.service.queryOptions({ enabled: isWanted }));
  useEffect(() => {
    if (data) rememberSupportContact({ phone: data.supportPhone, email: data.supportEmail });
  }, [data]);
  return null;
}
