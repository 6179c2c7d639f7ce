import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (env: NodeJS.ProcessEnv) => readConfig(env, '/nowhere');

test.each([
  ['PUBLIC_URL', 'wallet.example'],
  ['PUBLIC_URL', 'ftp://wallet.example'],
  ['PUBLIC_URL', 'https://wallet.example/app'],
  ['PUBLIC_URL', 'https://wallet.example/?a'],
  ['PUBLIC_URL', 'https://someone:secret@wallet.example'],
  ['TRUST_PROXY', '0'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', 'proxy.example'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.5,'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '::/0'],
  ['METRICS_ADDRESS', '9464'],
  ['METRICS_ADDRESS', '0.0.0.0:70000'],
  ['METRICS_ADDRESS', '127.0.0.1:3000'],
  ['METRICS_TOKEN', 'too-short'],
  ['METRICS_TOKEN', 'no header can hold this'],
  ['SEED_DEMO', 'no'],
])('refuses to start with %s=%s and states the rule of the setting', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^Bad settings:\\n {2}${name}: .{12,}`));
});

test('reads the network settings', () => {
  const { publicUrl, trustProxy, metrics, seedDemo } = read({
    PUBLIC_URL: 'https://Wallet.example:443/',
    TRUST_PROXY: '10.0.0.5, fd00::/8',
    METRICS_ADDRESS: '10.0.0.2:9464',
    METRICS_TOKEN: 'sixteen-or-more-signs',
    SEED_DEMO: 'false',
  });
  expect(publicUrl?.origin).toBe('https://wallet.example');
  expect(trustProxy).toEqual(['10.0.0.5', 'fd00::/8']);
  expect(metrics).toEqual({
    address: { host: '10.0.0.2', port: 9464 },
    token: 'sixteen-or-more-signs',
  });
  expect(seedDemo).toBe(false);
  expect(read({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  const { address } = read({ METRICS_ADDRESS: '[::1]:9464' }).metrics;
  expect(address).toEqual({ host: '::1', port: 9464 });
});
