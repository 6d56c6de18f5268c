import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import protobuf from 'protobufjs';

/** The parts of `trace.proto` of OTLP (opentelemetry-proto 1.7) that the tests use. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; repeated Link links = 13; Status status = 15;
  }
  message Link { bytes trace_id = 1; bytes span_id = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`);
const Request = root.lookupType('Request');

/** A span that the service sent. */
export interface SentSpan {
  trace: string;
  id: string;
  parent: string;
  name: string;
  /** Kind: 1 = internal, 2 = server (incoming request), 3 = client (outgoing request). */
  kind: number;
  /** Start in nanoseconds since 1970. */
  startedAt: number;
  /** End in nanoseconds since 1970. */
  endedAt: number;
  attributes: Record<string, string | number | boolean>;
  resource: Record<string, string | number | boolean>;
  isFailed: boolean;
}

/** A collector that receives and decodes traces. */
export interface Collector {
  /** Value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  /** All received data, as sent over the wire. */
  bytes(): Buffer;
  spans(): SentSpan[];
  /** Waits for a span that matches, and returns all spans of its trace. */
  waitForTrace(matches: (span: SentSpan) => boolean): Promise<SentSpan[]>;
  close(): Promise<void>;
}

type Attributes = SentSpan['attributes'];
interface Decoded {
  resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: DecodedSpan[] }[] }[];
}
interface Pair {
  key: string;
  value: Record<string, string | number | boolean>;
}
interface DecodedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Pair[];
  status?: { code: number };
}

const base64ToHex = (base64: string) => Buffer.from(base64 ?? '', 'base64').toString('hex');
const toAttributes = (pairs: readonly Pair[] = []): Attributes =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [key, 'intValue' in value ? Number(value['intValue']) : (Object.values(value)[0] as string)]),
  );

function decodeSpans(body: Buffer): SentSpan[] {
  const decoded = Request.toObject(Request.decode(body), { longs: String, bytes: String }) as Decoded;
  return decoded.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        trace: base64ToHex(span.traceId),
        id: base64ToHex(span.spanId),
        parent: base64ToHex(span.parentSpanId),
        name: span.name,
        kind: span.kind,
        startedAt: Number(span.startTimeUnixNano),
        endedAt: Number(span.endTimeUnixNano),
        attributes: toAttributes(span.attributes),
        resource: toAttributes(resource.attributes),
        isFailed: span.status?.code === 2,
      })),
    ),
  );
}

/** Starts a collector (OTLP over HTTP, protobuf) on a free loopback port. */
export async function startCollector(): Promise<Collector> {
  const bodies: Buffer[] = [];
  const received: SentSpan[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf') {
        bodies.push(Buffer.concat(pieces));
        received.push(...decodeSpans(Buffer.concat(pieces)));
      }
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => Buffer.concat(bodies),
    spans: () => received,
    async waitForTrace(matches) {
      for (let waited = 0; waited < 60_000; waited += 20) {
        const span = received.find(matches);
        if (span) return received.filter(({ trace }) => trace === span.trace);
        await sleep(20);
      }
      throw new Error(`No such span among ${received.map(({ name }) => name).join(', ')}`);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Formats a trace as indented text, each span below its parent. */
export function formatTree(spans: readonly SentSpan[], formatSpan = ({ name }: SentSpan) => name): string {
  const known = new Set(spans.map(({ id }) => id));
  const lines: string[] = [];
  const addSpans = (isIncluded: (span: SentSpan) => boolean, depth: number) => {
    for (const span of spans.filter(isIncluded).sort((a, b) => a.startedAt - b.startedAt)) {
      lines.push(`${'  '.repeat(depth)}${formatSpan(span)}`);
      addSpans((child) => child.parent === span.id, depth + 1);
    }
  };
  addSpans(({ parent }) => !known.has(parent), 0);
  return lines.join('\n');
}
