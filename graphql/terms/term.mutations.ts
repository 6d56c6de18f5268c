import { notFound, refused } from '#app/core/failures/failure.ts';
import { getTaxonomy } from '#app/domains/content/terms/taxonomies.ts';
import type { TermRecord } from '#app/domains/content/terms/term.record.ts';
import { createTerm, updateTerm, isDefaultTerm, deleteTerm } from '#app/domains/content/terms/terms.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { Taxonomy } from './enums.ts';
import { Term } from './term.ts';
import { nulls } from '../public/nulls.ts';

const TermDraft = builder.inputType('TermDraft', {
  description: 'A new term.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the term, unique among its siblings.' }),
    slug: t.string({ description: 'Name in URLs; created from the name by default.' }),
    description: t.string({ description: 'Description of the term.' }),
    parentId: t.int({ description: 'ID of the parent term; only for hierarchical taxonomies.' }),
  }),
});

const TermChanges = builder.inputType('TermChanges', {
  ...nulls({ clearedBy: { slug: '', description: '' }, handledByResolver: ['parentId'] }),
  description: 'Fields of a term to change.',
  fields: (t) => ({
    name: t.string({ description: 'Display name of the term.' }),
    slug: t.string({ description: 'Name in URLs. If it is empty or null, the site creates it from the name.' }),
    description: t.string({ description: 'Description of the term.' }),
    parentId: t.int({ description: 'ID of the parent term; null for no parent.' }),
  }),
});

/** Returns the term to change or delete. Throws 404 `term_not_found`. */
async function requireTerm({ taxonomy, id }: { taxonomy: string; id: number }, { load }: Context): Promise<TermRecord> {
  const term = await load.loadTerm(id);
  if (term?.taxonomy !== taxonomy) throw notFound('term_not_found', 'Term does not exist.');
  return term;
}

builder.mutationFields((t) => ({
  createTerm: t.field({
    type: Term,
    description: 'Creates a term. Categories require the right to manage categories; tags require the right to write posts.',
    args: {
      taxonomy: t.arg({ type: Taxonomy, required: true, description: 'Taxonomy of the term.' }),
      draft: t.arg({ type: TermDraft, required: true, description: 'The term to create.' }),
    },
    ...guard(({ taxonomy }: { taxonomy: string }, { viewer }) => {
      if (!viewer.can(getTaxonomy(taxonomy).create))
        throw refused(viewer, 'cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.');
    }),
    resolve: (_root, { taxonomy, draft }, { site }) => createTerm(site, getTaxonomy(taxonomy), draft),
  }),
  updateTerm: t.field({
    type: Term,
    description: 'Changes a term; for users who manage the taxonomy.',
    args: {
      taxonomy: t.arg({ type: Taxonomy, required: true, description: 'Taxonomy of the term.' }),
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
      changes: t.arg({ type: TermChanges, required: true, description: 'The fields to change.' }),
    },
    ...guard(async (args: { taxonomy: string; id: number }, context) => {
      await requireTerm(args, context);
      if (!context.viewer.can(getTaxonomy(args.taxonomy).manage))
        throw refused(context.viewer, 'cannot_update', 'Sorry, you are not allowed to edit this term.');
    }),
    resolve: async (_root, { taxonomy, id, changes }, { site, load }) => {
      const term = await updateTerm(site, getTaxonomy(taxonomy), id, changes);
      load.clearTerm(id);
      return term;
    },
  }),
  deleteTerm: t.field({
    type: Term,
    description:
      'Deletes a term permanently and returns it. Its children move to its parent, and posts without another category get the default category. The default category cannot be deleted.',
    args: {
      taxonomy: t.arg({ type: Taxonomy, required: true, description: 'Taxonomy of the term.' }),
      id: t.arg.int({ required: true, description: 'ID in the database.' }),
    },
    ...guard(async (args: { taxonomy: string; id: number }, context) => {
      const term = await requireTerm(args, context);
      if (!context.viewer.can(getTaxonomy(args.taxonomy).manage) || isDefaultTerm(context.site, term)) {
        throw refused(context.viewer, 'cannot_delete', 'Sorry, you are not allowed to delete this term.');
      }
    }),
    resolve: async (_root, { taxonomy, id }, { site, load }) => {
      const term = await deleteTerm(site, getTaxonomy(taxonomy), id);
      load.clearTerm(id);
      return term;
    },
  }),
}));
