import { GraphQLError } from 'graphql';
import { type ReceivedFile, Upload } from '#app/core/upload.ts';
import { builder } from '../builder.ts';

const wrong = () => new GraphQLError('An Upload is a file of a multipart request; it cannot be written as JSON.');

async function received(file: File): Promise<ReceivedFile> {
  return { fileName: file.name, mimeType: file.type, content: Buffer.from(await file.arrayBuffer()) };
}

builder.scalarType('Upload', {
  description: 'A file, sent as a part of a multipart request (the GraphQL multipart request specification). Never comes from JSON.',
  serialize: () => { throw wrong(); },
  parseValue: (value) => {
    if (value instanceof Upload) return value;
    if (value instanceof File) return new Upload(() => received(value));
    throw wrong();
  },
  parseLiteral: () => { throw wrong(); },
});
