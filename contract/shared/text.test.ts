import { describe, expect, test, vi } from 'vitest';
import { isEmail, isPhone, parseWebUrl, toPlainLine, toPlainText } from './text.ts';

describe('parseWebUrl', () => {
  test.each([
    ['https://example.com', 'https://example.com'],
    [' http://example.com/a?b=1#c ', 'http://example.com/a?b=1#c'],
    ['HTTPS://Example.COM/A', 'https://example.com/A'],
    ['https://аpple.com', 'https://xn--pple-43d.com/'],
    ['https://पैसा.भारत/', 'https://xn--n2b2as2b.xn--h2brj9c/'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
    ['https:\\\\example.com\\x', 'https://example.com/x'],
  ])('returns for %s the URL %s', (typed, opened) => {
    expect(parseWebUrl(typed)).toBe(opened);
  });

  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'blob:https://example.com/x',
    'https://google.com@evil.example',
    'https://user:secret@example.com',
    'https://',
    'https://javascript:alert(1)',
    'example.com',
    '//example.com',
    '/admin',
    '',
    'https://exa mple.com',
  ])('rejects %j', (typed) => {
    expect(parseWebUrl(typed)).toBeUndefined();
  });
});

test.each(['http://', 'http:', ' \u0001HTTP:\t/\n/', 'https:\\\\', 'ht\ntp:///a:'])(
  'parseWebUrl rejects an over-long host after %j without parsing the URL',
  (start) => {
    const reads = vi.spyOn(URL, 'canParse');
    expect(parseWebUrl(`${start}${'\u4e2d\t\u6587'.repeat(1000)}/`)).toBeUndefined();
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
  },
);

test('parseWebUrl accepts a long path', () => {
  const address = `https://example.com/?to=x:${'a'.repeat(1000)}`;
  expect(parseWebUrl(address)).toBe(address);
});

test.each(['a@b.in', 'asha.rao+wallet@mail.example.co.in', 'आशा@उदाहरण.भारत'])(
  'isEmail accepts %s',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test('isEmail rejects long input in linear time', () => {
  expect(isEmail(`a@${'a.'.repeat(120)}`)).toBe(false);
  expect(isEmail(`${'a'.repeat(100_000)}@b.in`)).toBe(false);
});

test.each(['+91 98450 12345', '080-2222.1111', '(0)12345', '+९१ ९८४५० १२३४५'])(
  'isPhone accepts %s',
  (text) => {
    expect(isPhone(text)).toBe(true);
  },
);

test('toPlainLine and toPlainText remove invisible characters but keep those that scripts and emoji need', () => {
  expect(toPlainLine('a\u202Eb\u2066c\u0000d\r\ne\tf')).toBe('abcd e f');
  expect(toPlainText('a\u202Eb\u0000\r\nc\rd\te\u2028f')).toBe('ab\nc\nd\te\nf');
  for (const text of ['क्‍ष', 'ನ್‌ನ', '👩🏽‍💻', 'שלום\u200F']) expect(toPlainLine(text)).toBe(text);
});
