import { useEffect } from 'react';
import { useSession } from '#web/lib/session/session.ts';
import { shareStream } from '../model/share-stream.ts';
import { LiveReactions } from './LiveReactions.tsx';

export function LiveConnection() {
  const userId = useSession().user.id;
  useEffect(() => {
    const controller = new AbortController();
    shareStream(userId, controller.signal);
    return () => controller.abort();
  }, [userId]);
  return <LiveReactions />;
}
