import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Prisma } from '#db';
import { runIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { catalogueUnreadable } from '../failures.ts';

/** What a template makes. */
export type TemplateType = 'service' | 'blocker';

/** The catalogue that comes with the service. */
const CATALOGUE = new URL('./catalogue.json', import.meta.url);

const shared = {
  identifier: z.string().regex(/^[\w-]+$/),
  version: z.number().int().positive(),
  name: z.string(),
  subHeadline: z.string().default(''),
  tier: z.enum(['free', 'pro']).default('free'),
  isHidden: z.boolean().default(false),
};

const catalogueSchema = z.object({
  createdAt: z.iso.datetime(),
  services: z.array(
    z.looseObject({ ...shared, group: z.enum(['essential', 'functional', 'statistics', 'marketing']), purpose: z.string() }),
  ),
  blockers: z.array(z.looseObject({ ...shared, rules: z.array(z.string()), serviceTemplateIdentifiers: z.array(z.string()) })),
});

type Entry = z.infer<typeof catalogueSchema>['services' | 'blockers'][number];

function rowOf(type: TemplateType, createdAt: string, entry: Entry): Prisma.ConsentTemplateCreateManyInput {
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

async function readCatalogue(site: Site): Promise<Prisma.ConsentTemplateCreateManyInput[]> {
  try {
    const { createdAt, services, blockers } = catalogueSchema.parse(JSON.parse(await readFile(CATALOGUE, 'utf8')));
    return [...services.map((entry) => rowOf('service', createdAt, entry)), ...blockers.map((entry) => rowOf('blocker', createdAt, entry))];
  } catch (error) {
    site.log.warn({ err: error }, 'the catalogue of templates cannot be read');
    throw catalogueUnreadable();
  }
}

const markOutdated = statement(
  'mark_outdated_templates',
  `UPDATE consent_template t SET is_outdated = t.version < newest.version
    FROM (SELECT identifier, context, type, max(version) AS version FROM consent_template GROUP BY identifier, context, type) newest
    WHERE newest.identifier = t.identifier AND newest.context = t.context AND newest.type = t.type
      AND t.is_outdated <> (t.version < newest.version)`,
);

/** Takes the templates of the catalogue into the site; older versions stay and are called outdated. Throws `catalogue_unreadable`. */
export async function loadCatalogue(site: Site): Promise<void> {
  const rows = await readCatalogue(site);
  await site.db.transaction(async (tx) => {
    for (const row of rows) {
      const { type, identifier, version } = row;
      const key = { identifier, context: '', type, version };
      await tx.consentTemplate.upsert({ where: { identifier_context_type_version: key }, create: row, update: row });
    }
    await runIn(tx, markOutdated);
  });
}
