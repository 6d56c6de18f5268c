import type { FindContent } from '#app/domains/content/record.ts';
import type { Context } from '../context.ts';

/** Returns a function that finds content by ID with the loaders of the request. */
export const createContentFinder =
  ({ load }: Context): FindContent =>
  (id) =>
    load.content.load(id);
