import type { Readable } from 'node:stream';
import type { GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import type { FileResponse, FileStore } from './store.ts';

/** A bucket of S3 or of an S3-compatible service. */
export interface S3Location {
  bucket: string;
  region: string;
  /** URL of an S3-compatible service. If absent, Amazon S3. */
  endpoint?: string | undefined;
  /** Prefix of every key, without slashes at its ends. */
  prefix?: string | undefined;
  /** Access key. If absent, the AWS client uses the identity of the machine. */
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

type Library = typeof import('@aws-sdk/client-s3');

interface Connection {
  library: Library;
  client: S3Client;
}

/** Creates the client. Loads the client library, which is large, only if a bucket is used. */
async function connect({ region, endpoint, accessKeyId, secretAccessKey }: S3Location): Promise<Connection> {
  const library = await import('@aws-sdk/client-s3');
  const client = new library.S3Client({
    region,
    // detects an unresponsive bucket within a few seconds
    requestHandler: { connectionTimeout: 2000, socketTimeout: 10_000 },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined && secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // not all S3-compatible services support the newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { library, client };
}

const toSingleHeader = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

function buildDateCondition(name: 'IfModifiedSince' | 'IfUnmodifiedSince', text: string | undefined): Partial<GetObjectCommandInput> {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? {} : { [name]: new Date(time) };
}

/** Statuses without a body. */
const statusesWithoutBody = new Set([304, 404, 412, 416]);

/** True if the whole bucket is missing, not only the file. */
const isBucketGone = (error: unknown): boolean => (error as { name?: string }).name === 'NoSuchBucket';

/** Creates a store that saves files in a bucket. The site still serves the files itself, so that their headers do not depend on the store. */
export function createS3Store(location: S3Location): FileStore {
  let connection: Promise<Connection> | undefined;
  const open = () => (connection ??= connect(location));
  const buildObjectKey = (key: string) => ({ Bucket: location.bucket, Key: location.prefix ? `${location.prefix}/${key}` : key });
  return {
    async put({ key, content, mimeType }) {
      const { library, client } = await open();
      await client.send(
        new library.PutObjectCommand({ ...buildObjectKey(key), Body: content, ContentType: mimeType, ContentLength: content.length }),
      );
    },
    async remove(keys) {
      const { library, client } = await open();
      await Promise.all(keys.map((key) => client.send(new library.DeleteObjectCommand(buildObjectKey(key)))));
    },
    async read(key) {
      const { library, client } = await open();
      try {
        return (await client.send(new library.GetObjectCommand(buildObjectKey(key)))).Body as Readable;
      } catch (error) {
        if (!isBucketGone(error) && (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return null;
        throw error;
      }
    },
    async respond(request, key) {
      const { library, client } = await open();
      const { headers } = request;
      const range = toSingleHeader(headers.range);
      const input: GetObjectCommandInput = {
        ...buildObjectKey(key),
        // If-Range may specify an old version, for which the whole file is a correct response
        ...(range !== undefined && headers['if-range'] === undefined && { Range: range }),
        ...(headers['if-none-match'] !== undefined && { IfNoneMatch: headers['if-none-match'] }),
        ...(headers['if-match'] !== undefined && { IfMatch: headers['if-match'] }),
        ...buildDateCondition('IfModifiedSince', headers['if-modified-since']),
        ...buildDateCondition('IfUnmodifiedSince', headers['if-unmodified-since']),
      };
      try {
        const isHead = request.method === 'HEAD';
        const output = (await client.send(
          isHead ? new library.HeadObjectCommand(input) : new library.GetObjectCommand(input),
        )) as FileOutput;
        return toResponse(output, isHead);
      } catch (error) {
        const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
        if (statusesWithoutBody.has(status) && !isBucketGone(error)) return { status, headers: {}, body: null };
        throw error;
      }
    },
  };
}

interface FileOutput {
  Body?: unknown;
  ContentLength?: number;
  ContentRange?: string;
  ETag?: string;
  LastModified?: Date;
}

function toResponse({ Body, ContentLength, ContentRange, ETag, LastModified }: FileOutput, isHead: boolean): FileResponse {
  return {
    status: ContentRange === undefined ? 200 : 206,
    headers: {
      'accept-ranges': 'bytes',
      ...(ContentLength !== undefined && { 'content-length': String(ContentLength) }),
      ...(ContentRange !== undefined && { 'content-range': ContentRange }),
      ...(ETag !== undefined && { etag: ETag }),
      ...(LastModified !== undefined && { 'last-modified': LastModified.toUTCString() }),
    },
    body: isHead ? null : (Body as Readable),
  };
}
