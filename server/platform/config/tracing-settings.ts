import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import type { Sampling } from '../tracing/sampling.ts';
import { BadSettings } from './settings-sources.ts';

export interface TracingConfig {
  /** Where spans are sent to. */
  endpoint: URL;
  headers: Record<string, string>;
  serviceName: string;
  attributes: Record<string, string>;
  sampling: Sampling;
  queue: {
    scheduledDelayMillis: number;
    exportTimeoutMillis: number;
    maxQueueSize: number;
    maxExportBatchSize: number;
  };
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const MAX_WAIT_MS = 600_000;
const MAX_QUEUE = 100_000;
const wait = (defaultMs: number) =>
  z.coerce.number().int().min(1).max(MAX_WAIT_MS).default(defaultMs);
const size = (defaultSize: number) =>
  z.coerce.number().int().min(1).max(MAX_QUEUE).default(defaultSize);
const address = z.url({ protocol: /^https?$/ }).optional();
const pairs = z
  .string()
  .transform((text, { addIssue }) => {
    const parsed = parsePairs(text);
    if (parsed) return parsed;
    addIssue(
      'must be pairs such as name=value, separated by commas; write special characters as %2C',
    );
    return z.NEVER;
  })
  .default({});

const headers = pairs.refine(
  (found) => Object.entries(found).every(([name, value]) => isHeader(name, value)),
  'must be names and values of HTTP headers, such as authorization=Bearer%20token',
);

/** The names and formats are those of OpenTelemetry's specification. */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z
    .string()
    .transform((text) => text.toLowerCase() === 'true')
    .default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers,
  OTEL_SERVICE_NAME: z.string().max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: wait(5000),
  OTEL_BSP_EXPORT_TIMEOUT: wait(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: size(2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: size(512),
};

type Settings = z.infer<z.ZodObject<typeof tracingVariables>>;

/** Returns undefined if the server records no traces. */
export function readTracing(settings: Settings): TracingConfig | undefined {
  const endpoint = endpointOf(settings);
  if (!endpoint || settings.OTEL_SDK_DISABLED) return undefined;
  const { OTEL_RESOURCE_ATTRIBUTES: attributes, OTEL_BSP_MAX_QUEUE_SIZE: maxQueueSize } = settings;
  const maxExportBatchSize = settings.OTEL_BSP_MAX_EXPORT_BATCH_SIZE;
  if (maxExportBatchSize > maxQueueSize) {
    throw new BadSettings([
      'OTEL_BSP_MAX_EXPORT_BATCH_SIZE: must not be above OTEL_BSP_MAX_QUEUE_SIZE',
    ]);
  }
  return {
    endpoint,
    headers: {
      ...settings.OTEL_EXPORTER_OTLP_HEADERS,
      ...settings.OTEL_EXPORTER_OTLP_TRACES_HEADERS,
    },
    serviceName: settings.OTEL_SERVICE_NAME ?? attributes['service.name'] ?? 'wallet',
    attributes,
    sampling: samplingOf(settings),
    queue: {
      scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY,
      exportTimeoutMillis: settings.OTEL_BSP_EXPORT_TIMEOUT,
      ...{ maxQueueSize, maxExportBatchSize },
    },
  };
}

/** The address for traces counts as it is; the common one gets the path of traces. */
function endpointOf({
  OTEL_EXPORTER_OTLP_ENDPOINT: common,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
}: Settings): URL | undefined {
  if (own) return new URL(own);
  return common === undefined ? undefined : new URL(`${common.replace(/\/$/, '')}/v1/traces`);
}

function samplingOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Settings) {
  const isParentBased = name.startsWith('parentbased_');
  const ratio = name.endsWith('ratio') ? share : name.endsWith('always_on') ? 1 : 0;
  return { isParentBased, ratio };
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

function parsePairs(text: string): Record<string, string> | undefined {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  try {
    const found = parts.map((part) => {
      const at = part.indexOf('=');
      const name = decodeURIComponent(part.slice(0, at).trim());
      return [name, decodeURIComponent(part.slice(at + 1).trim())] as const;
    });
    const isValid = parts.every((part) => part.trim().indexOf('=') > 0);
    return isValid ? Object.fromEntries(found) : undefined;
  } catch {
    return undefined;
  }
}
