import { useEffect, useState } from 'react';
import { useIsOutage } from '../lib/use-is-outage.ts';

/** Whether the image at `url` could not be loaded. After an outage it is asked for once more. */
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
