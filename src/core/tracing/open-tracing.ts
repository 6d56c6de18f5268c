import { randomUUID } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { withTimeout } from '../async/with-timeout.ts';
import { spanAttributes } from './attributes.ts';
import type { Tracing } from './tracing.ts';

type TracesConfig = NonNullable<Config['traces']>;
type Sdk = typeof import('@opentelemetry/sdk-trace');

/** The service that is traced. */
export interface TracedService {
  version: string;
  log: { warn(details: object, message: string): void };
}

/** Maximum time to send the last spans when the service stops. */
const SHUTDOWN_WAIT_MS = 3_000;
/** Interval at which the log reports that the collector does not accept spans. */
const LOG_INTERVAL_MS = 60_000;

function createSampler({ sampler, ratio }: TracesConfig, sdk: Sdk) {
  const [, kind = ''] = /^(?:parentbased_)?(.+)$/.exec(sampler) ?? [];
  const root =
    kind === 'always_off'
      ? new sdk.AlwaysOffSampler()
      : kind === 'traceidratio'
        ? new sdk.TraceIdRatioBasedSampler(ratio)
        : new sdk.AlwaysOnSampler();
  return sampler.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

/** Returns a function that logs the first error. While errors continue, it logs one of them at intervals. */
function createErrorLogger({ log }: TracedService): (error: unknown) => void {
  let nextAt = 0;
  return (error) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + LOG_INTERVAL_MS;
    log.warn({ err: error }, 'traces could not be sent to the collector; queued ones may be lost');
  };
}

/**
 * Creates spans and sends them to the collector at `OTEL_EXPORTER_OTLP_ENDPOINT`. Only this module loads the OpenTelemetry packages. Nothing waits
 * for the collector: spans are queued, and dropped if the queue is full.
 */
export async function openTracing(config: TracesConfig, service: TracedService): Promise<Tracing> {
  const { version } = service;
  const [api, sdk, core, resources, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  core.setGlobalErrorHandler(createErrorLogger(service));
  const serviceAttributes = {
    [spanAttributes.service]: 'marquee',
    [spanAttributes.serviceVersion]: version,
    [spanAttributes.serviceInstance]: randomUUID(),
  };
  const provider = new sdk.TracerProvider({
    sampler: createSampler(config, sdk),
    // attributes that the operator sets in environment variables take precedence
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes(serviceAttributes))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...config.queue })],
  });
  const tracer = provider.getTracer('marquee', version);
  const propagator = new core.W3CTraceContextPropagator();
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };

  return {
    begin(name, kind, attributes, headers) {
      const context = headers ? propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter) : api.ROOT_CONTEXT;
      return tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
    },
    beginChild: (parent, name, kind, attributes) =>
      tracer.startSpan(name, { kind: kinds[kind], attributes }, api.trace.setSpan(api.ROOT_CONTEXT, parent)),
    fail(span, type) {
      span.setAttribute(spanAttributes.errorType, type).setStatus({ code: api.SpanStatusCode.ERROR });
    },
    async end() {
      await withTimeout(
        provider.shutdown().catch(() => undefined),
        SHUTDOWN_WAIT_MS,
        undefined,
      );
      core.setGlobalErrorHandler(core.loggingErrorHandler());
    },
  };
}
