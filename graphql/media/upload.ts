import { GraphQLError } from 'graphql';
import { type ReceivedFile, Upload } from '#app/core/http/upload.ts';
import { builder } from '../builder.ts';

const createUploadError = () => new GraphQLError('An Upload is a file of a multipart request; it cannot be written as JSON.');

type SentFile = Pick<File, 'name' | 'type' | 'arrayBuffer'>;

/** True for a file that the GraphQL server received. Its class may differ from the global `File`, but only a file has a method `arrayBuffer`. */
function isFile(value: unknown): value is SentFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<SentFile>).arrayBuffer === 'function' &&
    typeof (value as Partial<SentFile>).name === 'string'
  );
}

async function toReceivedFile(file: SentFile): Promise<ReceivedFile> {
  return { fileName: file.name, mimeType: file.type, content: Buffer.from(await file.arrayBuffer()) };
}

builder.scalarType('Upload', {
  description: 'A file, sent as a part of a multipart request (the GraphQL multipart request specification). It cannot be sent as JSON.',
  serialize: () => {
    throw createUploadError();
  },
  parseValue: (value) => {
    if (value instanceof Upload) return value;
    if (isFile(value)) return new Upload(() => toReceivedFile(value));
    throw createUploadError();
  },
  parseLiteral: () => {
    throw createUploadError();
  },
});
