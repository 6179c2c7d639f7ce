import type { FactorProof } from '#contract/second-factors/schema.ts';
import { TEST_PASSWORD } from './harness.ts';

export interface Answer {
  status: number;
  code?: string;
  methods?: string;
  body: { json?: Record<string, never> };
}

/** Returns a browser without other state than its cookies. */
export function openCookieBrowser(origin: string, cookies = new Map<string, string>()) {
  const call = async (path: string, json: object = {}): Promise<Answer> => {
    const response = await fetch(`${origin}/rpc/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ json }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const body = (await response.json()) as Answer['body'] & {
      json?: { code?: string; data?: { methods?: string } };
    };
    const { code, data } = body.json ?? {};
    return {
      status: response.status,
      body,
      ...(code && { code }),
      ...(data?.methods && { methods: data.methods }),
    };
  };
  return {
    cookies,
    call,
    login: (username: string, password = TEST_PASSWORD) =>
      call('sessions/login', { username, password }),
    finish: (proof: FactorProof) => call('sessions/finishLogin', proof),
  };
}
