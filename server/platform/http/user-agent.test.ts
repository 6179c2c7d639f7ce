import { expect, test } from 'vitest';
import { describeUserAgent } from './user-agent.ts';

const chrome = (system: string, mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 ${mobile}Safari/537.36`;
const WINDOWS = 'Windows NT 10.0; Win64; x64';
const ANDROID = 'Linux; Android 10; K';
const IPHONE = 'iPhone; CPU iPhone OS 18_7 like Mac OS X';
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [chrome(WINDOWS), 'Chrome', 'Windows'],
  [chrome(ANDROID, 'Mobile '), 'Chrome', 'Android'],
  [`${chrome(WINDOWS)} Edg/147.0.0.0`, 'Edge', 'Windows'],
  [`${chrome('X11; Linux x86_64')} OPR/120.0.0.0`, 'Opera', 'Linux'],
  [chrome('X11; CrOS x86_64 14541.0.0'), 'Chrome', 'ChromeOS'],
  [
    `Mozilla/5.0 (${ANDROID}) SamsungBrowser/28.0 ${chrome(ANDROID)}`,
    'Samsung Internet',
    'Android',
  ],
  [`${chrome(ANDROID)} UCBrowser/13.4`, 'UC Browser', 'Android'],
  [`Mozilla/5.0 (${IPHONE}) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS'],
  [`Mozilla/5.0 (${IPHONE}) ${APPLE} CriOS/147.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
    'Firefox',
    'Linux',
  ],
  ['Mozilla/5.0 (Mobile; Nokia; rv:84.0) Gecko/84.0 Firefox/84.0 KAIOS/3.1', 'Firefox', 'KaiOS'],
  ['curl/8.16.0', null, null],
  ['', null, null],
  [null, null, null],
])('names the browser and the system of %j', (userAgent, browser, system) => {
  expect(describeUserAgent(userAgent)).toEqual({ browser, system });
});
