import { GraphQLError } from 'graphql';
import { parseTime, getCurrentTimeFor } from '#app/core/time/parse-time.ts';
import { builder } from '../builder.ts';

builder.scalarType('Moment', {
  description:
    'A time in one of many formats: `2031-05-01 09:00`, `2031-05-01T09:00:00+02:00`, `tomorrow 9am`, `next wednesday`, `+5 days`, or Unix seconds as a number. ' +
    'A string without a zone is in the time zone that the description of the field names.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (
      (typeof value === 'string' && (value === '' || parseTime(value, 'UTC', getCurrentTimeFor(value)))) ||
      (typeof value === 'number' && parseTime(value, 'UTC', getCurrentTimeFor(value)))
    )
      return value;
    throw new GraphQLError('A Moment is a date and time such as 2031-05-01 09:00, words such as "tomorrow 9am", or Unix seconds.');
  },
});
