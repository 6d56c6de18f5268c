import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface StoredObject {
  content: Buffer;
  type: string;
}

/** A minimal object store on a loopback port, with the part of the S3 protocol that a media library needs. */
export interface FakeS3 {
  endpoint: string;
  /** Objects by `bucket/key`. */
  objects: Map<string, StoredObject>;
  /** True if every request was signed. */
  isAlwaysSigned(): boolean;
  /** Makes the store refuse all requests, or accept them again. */
  fail(isFailing: boolean): void;
  close(): Promise<void>;
}

const computeEtag = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

function sendObject(request: IncomingMessage, response: ServerResponse, { content, type }: StoredObject): void {
  const etag = computeEtag(content);
  const headers = { etag, 'content-type': type, 'last-modified': 'Fri, 20 Nov 2026 08:00:00 GMT', 'accept-ranges': 'bytes' };
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== etag) return void response.writeHead(412).end();
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from === '' && to === '')
    return void response
      .writeHead(200, { ...headers, 'content-length': content.length })
      .end(request.method === 'HEAD' ? undefined : content);
  const start = from === '' ? content.length - Number(to) : Number(from);
  const end = from === '' || to === '' ? content.length - 1 : Math.min(Number(to), content.length - 1);
  if (start >= content.length) return void response.writeHead(416).end();
  const part = content.subarray(start, end + 1);
  response
    .writeHead(206, { ...headers, 'content-length': part.length, 'content-range': `bytes ${start}-${end}/${content.length}` })
    .end(part);
}

/** Starts the store. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, StoredObject>();
  let isSigned = true;
  let isFailing = false;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await buffer(request);
    isSigned &&= request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=fake-key/') === true;
    if (isFailing) return void response.writeHead(400, { 'content-type': 'application/xml' }).end('<Error><Code>Broken</Code></Error>');
    const name = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname).slice(1);
    if (request.method === 'PUT') {
      objects.set(name, { content, type: request.headers['content-type'] ?? '' });
      return void response.writeHead(200, { etag: computeEtag(content) }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return void response.writeHead(204).end();
    }
    const object = objects.get(name);
    if (object) return sendObject(request, response, object);
    response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
  };
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    isAlwaysSigned: () => isSigned,
    fail: (value) => {
      isFailing = value;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
