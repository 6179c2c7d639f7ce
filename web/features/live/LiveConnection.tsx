import { useEffect } from 'react';
import { useSession } from '../../lib/session.ts';
import { LiveReactions } from './LiveReactions.tsx';
import { shareStream } from './share-stream.ts';

export function LiveConnection() {
  const userId = useSession().user.id;
  useEffect(() => {
    const controller = new AbortController();
    shareStream(userId, controller.signal);
    return () => controller.abort();
  }, [userId]);
  return <LiveReactions />;
}
