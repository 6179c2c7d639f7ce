import { useEffect, useState } from 'react';
import { useIsOutage } from '../lib/api/use-is-outage.ts';

/** Returns whether the image at `url` failed to load. Retries once after an outage. */
export function useLostImage(url: string) {
  const [lostUrl, setLostUrl] = useState<string>();
  const isOutage = useIsOutage();
  useEffect(() => {
    if (!isOutage) setLostUrl(undefined);
  }, [isOutage]);
  return {
    isLost: lostUrl === url,
    onError: () => setLostUrl(url),
    retry: () => setLostUrl(undefined),
  };
}
