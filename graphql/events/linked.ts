import type { ContentKind } from '#app/domains/content/kinds.ts';
import type { PageOptions } from '#app/core/db/lists/list.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import { invalidArguments } from '#app/core/failures/failure.ts';
import type { LinkedQuery } from '#app/domains/events/linked.list.ts';
import { listStatusNames } from '#app/domains/events/list.statuses.ts';
import { builder } from '../builder.ts';
import { legacyOnly } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { filterableStatuses } from '../content/enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';
import { lookupArgument } from '../public/lookup.ts';

/** Reference to a venue or organizer: its ID or its slug. */
export interface LinkedRef {
  id?: number | null | undefined;
  slug?: string | null | undefined;
}

/** Returns the ID of the object that a reference identifies. Throws `invalid_arguments` for an unknown slug. */
export async function findLinkedId(kind: ContentKind, { id, slug }: LinkedRef, { load }: Context): Promise<number> {
  if (typeof id === 'number') return id;
  if (typeof slug !== 'string') throw invalidArguments({ id: `Pass the \`id\` or the \`slug\` of the ${kind.name}.` });
  const idBySlug = await load.calendar.findIdBySlug(kind.name, sanitizeSlug(slug));
  if (idBySlug === null) throw invalidArguments({ slug: `There is no ${kind.name} with this slug.` });
  return idBySlug;
}

type ArgumentBuilder = Parameters<NonNullable<Parameters<typeof builder.queryField>[1]>>[0]['arg'];

export function createRefArguments({ arg }: { arg: ArgumentBuilder }, name: string) {
  const slug = { description: `Unique slug of the ${name.toLowerCase()}.`, argument: 'slug' };
  return {
    id: arg.int({ ...lookupArgument(name, 'ID in the database.', { slug }) }),
    slug: arg.string({ description: `Slug of the ${name.toLowerCase()}, used if \`id\` is absent.` }),
  };
}

/** Filter of a list of venues or organizers. Conditions are combined with AND. */
export const LinkedFilter = builder.inputType('LinkedFilter', {
  description: 'Conditions for venues or organizers; all of them have to match.',
  fields: (t) => ({
    search: t.string({
      description: 'Words that must all occur in one field: name, text, or a part of the postal address or the contact details.',
    }),
    eventId: t.int({ description: 'Only venues or organizers of this event.' }),
    allowUnknownEvent: t.boolean({ description: 'Whether an unknown `eventId` returns an empty list instead of an error.' }),
    hasEvents: t.boolean({
      description: 'Only venues or organizers with (true) or without (false) an event that is neither a draft nor pending.',
    }),
    onlyUpcoming: t.boolean({ description: 'Only venues or organizers with a future event that you may see in lists.' }),
    statuses: t.stringList({
      ...oneOf(
        filterableStatuses,
        'Only objects with one of these statuses; published objects by default. Other statuses require the right to write such objects.',
        {
          old: 'Only objects with one of these statuses; `publish` by default. Other statuses require the right to write such objects.',
        },
      ),
    }),
    isEditorial: t.boolean({
      description:
        'If true and `statuses` is absent, users who may write venues or organizers receive objects of every status except `trash`.',
    }),
    statusFallback: t.boolean({
      ...legacyOnly('A status that you may not list is refused.'),
      description: 'Whether statuses that you may not list count as `publish` instead of being refused.',
    }),
  }),
});

/** The values with which a list was read, including defaults. */
export const EffectiveLinkedFilter = builder.objectRef<LinkedQuery & PageOptions>('EffectiveLinkedFilter').implement({
  description: 'The filter that was applied, including defaults.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'Number of the page.' }),
    perPage: t.exposeInt('perPage', { description: 'Number of items on a page.' }),
    statuses: t.stringList({
      ...oneOf(filterableStatuses, 'Statuses of the venues or organizers.', { old: 'Statuses of the venues or organizers.' }),
      resolve: (query) => [...listStatusNames(query.statuses)],
    }),
  }),
});
