import { GraphQLError } from 'graphql';
import { type ReceivedFile, Upload } from '#app/core/http/upload.ts';
import { builder } from '../builder.ts';

const uploadError = () => new GraphQLError('An Upload is a file of a multipart request; it cannot be written as JSON.');

type SentFile = Pick<File, 'name' | 'type' | 'arrayBuffer'>;

/** True for a file of the GraphQL server. Its class may differ from that of the platform, so the check looks for methods, which JSON values do not have. */
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
  description: 'A file, sent as a part of a multipart request (the GraphQL multipart request specification). Never comes from JSON.',
  serialize: () => {
    throw uploadError();
  },
  parseValue: (value) => {
    if (value instanceof Upload) return value;
    if (isFile(value)) return new Upload(() => toReceivedFile(value));
    throw uploadError();
  },
  parseLiteral: () => {
    throw uploadError();
  },
});
