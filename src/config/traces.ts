import type { Variables } from './variables.ts';

/**
 * Options for sampling and exporting spans. OpenTelemetry's packages themselves read the endpoint, headers and certificates (`OTEL_EXPORTER_OTLP_*`)
 * and the name of the service (`OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`).
 */
export interface TracesConfig {
  sampler: SamplerName;
  /** Share of traces to sample, 0 to 1. Only the samplers whose names end in `traceidratio` use it. */
  ratio: number;
  /** Options of the queue of spans. OpenTelemetry's defaults apply to missing members. */
  queue: {
    scheduledDelayMillis?: number;
    exportTimeoutMillis?: number;
    maxQueueSize?: number;
    maxExportBatchSize?: number;
  };
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Values of `OTEL_TRACES_SAMPLER`. */
export type SamplerName = (typeof samplers)[number];

const isSampler = (text: string): text is SamplerName => (samplers as readonly string[]).includes(text);

type Environment = Readonly<Record<string, string | undefined>>;

const QUEUE_OPTIONS = {
  OTEL_BSP_SCHEDULE_DELAY: 'scheduledDelayMillis',
  OTEL_BSP_EXPORT_TIMEOUT: 'exportTimeoutMillis',
  OTEL_BSP_MAX_QUEUE_SIZE: 'maxQueueSize',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'maxExportBatchSize',
} as const;

/**
 * Reads the environment variables of OpenTelemetry with their standard meaning. Returns undefined if no collector is set or `OTEL_SDK_DISABLED` is
 * true. Adds a sentence to `faults` for each fault.
 */
export function readTraces(env: Environment, faults: string[]): TracesConfig | undefined {
  const getValue = (name: string) => env[name]?.trim() || undefined;
  const endpointNames = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].filter(
    (name) => getValue(name) !== undefined,
  );
  if (endpointNames.length === 0 || getValue('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  for (const name of endpointNames)
    if (!/^https?:$/.test(URL.parse(getValue(name) ?? '')?.protocol ?? ''))
      faults.push(`${name}: must be a URL such as http://localhost:4318`);
  const protocol = getValue('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? getValue('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf') faults.push('OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf, the only supported protocol');
  const sampler = getValue('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  if (!isSampler(sampler)) faults.push(`OTEL_TRACES_SAMPLER: must be one of ${samplers.join(', ')}`);
  const ratio = Number(getValue('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) faults.push('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1');
  const queue: TracesConfig['queue'] = {};
  for (const [name, option] of Object.entries(QUEUE_OPTIONS)) {
    const text = getValue(name);
    if (text === undefined) continue;
    if (/^[1-9]\d{0,8}$/.test(text)) queue[option] = Number(text);
    else faults.push(`${name}: must be an integer greater than 0`);
  }
  return { sampler: isSampler(sampler) ? sampler : 'always_off', ratio, queue };
}

/** Environment variables that enable tracing. */
export const tracesVariables: Variables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'URL',
    description:
      'OpenTelemetry collector that receives traces of requests and jobs, such as `http://localhost:4318`. Further `OTEL_…` variables: [Traces](../operating/README.md#traces).',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { type: 'URL', description: 'The same, with the full path for traces. It takes precedence.' },
};
