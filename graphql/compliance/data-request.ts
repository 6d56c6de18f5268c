import { type DataRequestKind, dataRequestKinds, dataRequestLabels } from '#app/domains/compliance/requests/kinds.ts';
import { submitDataRequest, type RequestReceipt } from '#app/domains/compliance/requests/request.service.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { lawRegions } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

export const DataRequestKindType = builder.enumType('DataRequestKind', {
  description: 'Type of a request about personal data.',
  values: Object.fromEntries(
    dataRequestKinds.map((kind) => [
      kind.toUpperCase(),
      { value: kind, description: `Request with the label “${dataRequestLabels[kind]}”.` },
    ]),
  ) as Record<Uppercase<DataRequestKind>, { value: DataRequestKind; description: string }>,
});

const DataRequestDraft = builder.inputType('DataRequestDraft', {
  description: 'Input for a request of a person about their own data, such as a copy or erasure.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the person, at most 100 characters.' }),
    email: t.string({ required: true, description: 'Email address of the person whose data the request is about.' }),
    region: t.string({
      ...oneOf(lawRegions, 'Region whose law applies; `US` by default.', {
        old: 'Region whose law applies, such as `eu`; `us` by default.',
      }),
    }),
    kinds: t.field({
      type: [DataRequestKindType],
      required: true,
      description: 'Types of requests. A separate request is stored for each type.',
    }),
    firstName: t.string({ description: 'Must be empty. Forms hide this field, so that only bots fill it in.' }),
  }),
});

const DataRequestReceipt = builder.objectRef<RequestReceipt>('DataRequestReceipt').implement({
  description: 'Result of submitting a data request.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether the request was stored.' }),
    message: t.exposeString('message', { description: 'Message for the person who sent the request.' }),
  }),
});

builder.mutationField('sendDataRequest', (t) =>
  t.field({
    type: DataRequestReceipt,
    description:
      'Submits a request about the personal data of an email address; for everyone. A repeated request is not stored. One IP address can submit five requests an hour.',
    args: { draft: t.arg({ type: DataRequestDraft, required: true, description: 'The request to send.' }) },
    ...publicAccess,
    resolve: (_root, { draft: { firstName, region, ...draft } }, { site, client }) =>
      submitDataRequest(site, client.ip, { ...draft, firstName: firstName ?? '', region: region ?? '' }),
  }),
);
