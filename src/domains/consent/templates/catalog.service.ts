import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ConsentTemplate, Prisma } from '#db';
import { executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { catalogUnreadable } from '../failures.ts';

/** Type of the object that a template creates. */
export type TemplateType = 'service' | 'blocker';

/** The catalog file that is delivered with this software. */
const CATALOG_FILE = new URL('./catalog.json', import.meta.url);

const commonFields = {
  identifier: z.string().regex(/^[\w-]+$/),
  version: z.number().int().positive(),
  name: z.string(),
  subHeadline: z.string().default(''),
  tier: z.enum(['free', 'pro']).default('free'),
  isHidden: z.boolean().default(false),
};

const catalogSchema = z.object({
  createdAt: z.iso.datetime(),
  services: z.array(
    z.looseObject({ ...commonFields, group: z.enum(['essential', 'functional', 'statistics', 'marketing']), purpose: z.string() }),
  ),
  blockers: z.array(z.looseObject({ ...commonFields, rules: z.array(z.string()), serviceTemplateIdentifiers: z.array(z.string()) })),
});

type Entry = z.infer<typeof catalogSchema>['services' | 'blockers'][number];

function toRow(type: TemplateType, createdAt: string, entry: Entry): Prisma.ConsentTemplateCreateManyInput {
  const { identifier, version, name, subHeadline, tier, isHidden, ...content } = entry;
  return {
    type,
    identifier,
    version,
    headline: name,
    subHeadline,
    tier,
    isHidden,
    json: content as Prisma.InputJsonObject,
    createdAt: new Date(createdAt),
  };
}

async function readCatalog(site: Site): Promise<Prisma.ConsentTemplateCreateManyInput[]> {
  try {
    const { createdAt, services, blockers } = catalogSchema.parse(JSON.parse(await readFile(CATALOG_FILE, 'utf8')));
    return [...services.map((entry) => toRow('service', createdAt, entry)), ...blockers.map((entry) => toRow('blocker', createdAt, entry))];
  } catch (error) {
    site.log.warn({ err: error }, 'cannot read the catalog of templates');
    throw catalogUnreadable();
  }
}

const markOutdated = statement(
  'mark_outdated_templates',
  `UPDATE consent_template t SET is_outdated = t.version < newest.version
    FROM (SELECT identifier, context, type, max(version) AS version FROM consent_template GROUP BY identifier, context, type) newest
    WHERE newest.identifier = t.identifier AND newest.context = t.context AND newest.type = t.type
      AND t.is_outdated <> (t.version < newest.version)`,
);

const buildTemplateKey = ({ type, identifier, version }: Pick<ConsentTemplate, 'type' | 'identifier' | 'version'>) =>
  `${type} ${identifier} ${version}`;

/** Imports the templates of the catalog. Keeps older versions and marks them as outdated. Throws `catalogue_unreadable`. */
export async function loadCatalog(site: Site): Promise<void> {
  const rows = await readCatalog(site);
  await site.db.transaction(async (tx) => {
    const stored = new Map(
      (await tx.consentTemplate.findMany({ where: { context: '' } })).map((template) => [buildTemplateKey(template), template]),
    );
    await tx.consentTemplate.createMany({ data: rows, skipDuplicates: true });
    for (const row of rows) {
      const before = stored.get(buildTemplateKey(row));
      if (before && !isDeepStrictEqual(before, { ...before, ...row })) {
        await tx.consentTemplate.update({ where: { id: before.id }, data: row });
      }
    }
    await executeIn(tx, markOutdated);
  });
}
