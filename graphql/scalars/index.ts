import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import './decimal.ts';
import './moment.ts';

/** Formats a stored time without a zone: a string, or a `Date` whose UTC fields contain that time. */
const formatWithoutZone = (time: Date | WallTime): WallTime => (typeof time === 'string' ? time : time.toISOString().slice(0, 19));

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

builder.scalarType('DateTime', {
  description: 'An instant in UTC, ISO 8601 with a zone: `2026-11-20T08:17:27Z`.',
  serialize: (value) => `${formatWithoutZone(value)}Z`,
  parseValue: (value) => {
    const date = typeof value === 'string' ? new Date(value) : null;
    if (!date || Number.isNaN(date.getTime()) || !/(Z|[+-]\d\d:?\d\d)$/i.test(String(value)))
      throw new GraphQLError('A DateTime is ISO 8601 with a zone, such as 2026-11-20T08:17:27Z.');
    return date;
  },
});

builder.scalarType('LocalDateTime', {
  description:
    'A local time without a zone: `2026-11-20T09:17:27`. The description of the field names the time zone; otherwise it is the time zone of the site.',
  serialize: formatWithoutZone,
  parseValue: (value) => {
    if (typeof value !== 'string' || !LOCAL_TIME.test(value))
      throw new GraphQLError('A LocalDateTime is a time without a zone, such as 2026-11-20T09:17:27.');
    return value;
  },
});

builder.scalarType('HTML', {
  description: 'HTML that was sanitized when it was stored: safe to insert into a page.',
  serialize: (value) => value,
  parseValue: (value) => String(value),
});

function readLiteral(node: ValueNode, variables: Record<string, unknown> | null | undefined): unknown {
  return node.kind === Kind.VARIABLE ? variables?.[node.name.value] : valueFromASTUntyped(node, variables);
}

builder.scalarType('TextStream', {
  ...legacyOnly('GraphQL responses contain no text that is generated while it is sent; read lists page by page.'),
  description: 'A text that is generated while it is sent. It cannot be part of a GraphQL response.',
  serialize: (value) => value,
  parseValue: () => {
    throw new GraphQLError('A TextStream cannot be used as input.');
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => readLiteral(node, variables as Record<string, unknown>),
});
