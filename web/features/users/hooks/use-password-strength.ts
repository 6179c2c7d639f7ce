import { useEffect, useState } from 'react';
import type { Estimate } from '#contract/passwords/rules.ts';
import { type Assessment, assess, loadEstimate } from '../model/password-strength.ts';

/** Assesses a typed password. Undefined without a password, and until the dictionary is loaded. */
export function usePasswordStrength(
  password: string,
  account: { username: string; minLength?: number },
): Assessment | undefined {
  const [estimate, setEstimate] = useState<{ run: Estimate }>();
  const isNeeded = password !== '' && !estimate;
  useEffect(() => {
    if (!isNeeded) return;
    let isMounted = true;
    // Without the dictionary there is no meter; the server checks the password anyway.
    loadEstimate().then(
      (run) => isMounted && setEstimate({ run }),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isNeeded]);
  return estimate && password !== '' ? assess(estimate.run, password, account) : undefined;
}
