import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const HERE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

const read = (env: NodeJS.ProcessEnv) => readConfig(env, '/nowhere').tracing;
const refused = (env: NodeJS.ProcessEnv) => () => read({ ...HERE, ...env });

describe('readTracing', () => {
  test('records nothing without an address, or if the SDK is disabled', () => {
    expect(read({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'a' })).toBeUndefined();
    expect(read({ ...HERE, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
    expect(read({ ...HERE, OTEL_SDK_DISABLED: 'no' })).toBeDefined();
  });

  test('adds the path of traces to the common address only', () => {
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/own' };
    const common = (url: string) => read({ OTEL_EXPORTER_OTLP_ENDPOINT: url })?.endpoint.href;
    expect(common('http://127.0.0.1:4318')).toBe('http://127.0.0.1:4318/v1/traces');
    expect(common('https://a.example/otlp/')).toBe('https://a.example/otlp/v1/traces');
    expect(read({ ...HERE, ...own })?.endpoint.href).toBe('https://traces.example/own');
  });

  test('decodes headers and attributes', () => {
    const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20one, x-tenant=a=b';
    const OTEL_EXPORTER_OTLP_TRACES_HEADERS = 'x-tenant=c';
    const OTEL_RESOURCE_ATTRIBUTES = 'service.name=shop,host.name=a%2Cb';
    const found = read({
      ...{ ...HERE, OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_TRACES_HEADERS },
      OTEL_RESOURCE_ATTRIBUTES,
    });
    expect(found?.headers).toEqual({ authorization: 'Bearer one', 'x-tenant': 'c' });
    expect(found?.attributes).toMatchObject({ 'host.name': 'a,b' });
    expect(found?.serviceName).toBe('shop');
    expect(read({ ...HERE, OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME: 'own' })?.serviceName).toBe(
      'own',
    );
  });

  test.each([
    ['always_on', false, 1],
    ['always_off', false, 0],
    ['traceidratio', false, 0.25],
    ['parentbased_always_on', true, 1],
    ['parentbased_always_off', true, 0],
    ['parentbased_traceidratio', true, 0.25],
  ])('reads the sampler %s', (OTEL_TRACES_SAMPLER, isParentBased, ratio) => {
    const found = read({ ...HERE, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: '0.25' });
    expect(found?.sampling).toEqual({ isParentBased, ratio });
  });

  test('refuses values that cannot be used, without printing them', () => {
    expect(refused({ OTEL_EXPORTER_OTLP_HEADERS: 'secret' })).toThrow(/pairs such as name=value/);
    expect(refused({ OTEL_EXPORTER_OTLP_HEADERS: 'a=secret%0Ab' })).toThrow(/names and values of/);
    expect(refused({ OTEL_EXPORTER_OTLP_HEADERS: 'a=secret%0Ab' })).not.toThrow(/secret/);
    expect(refused({ OTEL_RESOURCE_ATTRIBUTES: 'a=%' })).toThrow(/pairs such as name=value/);
    expect(refused({ OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://a' })).toThrow(/http/);
    expect(refused({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toThrow(/must be one of always_on/);
    expect(refused({ OTEL_TRACES_SAMPLER_ARG: '1.5' })).toThrow(/must be 1 or less/);
    expect(refused({ OTEL_BSP_MAX_QUEUE_SIZE: '100' })).toThrow(/must not be above/);
  });

  test('accepts the variables for queues of log records, which differ by a letter', () => {
    expect(read({ ...HERE, OTEL_BLRP_SCHEDULE_DELAY: '1000' })).toBeDefined();
  });
});
