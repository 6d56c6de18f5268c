import { registry } from '#app/domains/analytics/modules/registry.ts';
import type { SettingField, SettingFields, SettingValue, SettingValues } from '#app/domains/analytics/modules/setting-fields.ts';
import { changeSettings, readSettings } from '#app/domains/analytics/modules/settings.service.ts';
import { builder } from '../builder.ts';
import { permitted } from './permit.ts';

// Settings of each module as a type, an input and a mutation of their own, made of the module's fields (analytics.md 6.4).

/** `reader-revenue-manager` → `AnalyticsReaderRevenueManager`, `analytics-4` → `Analytics4`. */
function typeName(slug: string): string {
  const pascal = slug.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
  return pascal.startsWith('Analytics') ? pascal : `Analytics${pascal}`;
}

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
const raised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Names of fields in the schema: `accountID` → `accountId`; a moment needs no unit. */
const fieldName = (name: string) =>
  name
    .replace(/ID(?=s?$|[A-Z])/, 'Id')
    .replace('AMP', 'Amp')
    .replace(/URL$/, 'Url')
    .replace(/AtMs$/, 'At');

/** Milliseconds in the unit of a moment; null for what is not one. */
const unitOf = ({ unit }: SettingField): number | null => (unit === undefined ? null : unit === 'seconds' ? 1000 : 1);

/** The words of a field as an enum; the empty word is null. */
function enumOf(module: string, name: string, { words = {}, description }: SettingField) {
  const values = Object.entries(words).filter(([word]) => word !== '');
  return builder.enumType(`${module}${raised(fieldName(name))}`, {
    description,
    values: Object.fromEntries(
      values.map(([value, meaning]) => [value.toUpperCase().replaceAll('-', '_'), { value, description: meaning }]),
    ),
  });
}

type Enum = ReturnType<typeof enumOf>;

/** A stored value as the field of the type says it. */
function shown(field: SettingField, value: SettingValue | undefined): Date | SettingValue {
  const unit = unitOf(field);
  const hasEmpty = field.kind === 'word' || field.kind === 'integer';
  if (value === undefined || value === null || (hasEmpty && value === '')) return null;
  return unit === null ? value : value === 0 ? null : new Date(Number(value) * unit);
}

/** The value to be stored for one that was given. */
function taken(field: SettingField, value: unknown): unknown {
  const unit = unitOf(field);
  return unit !== null && value instanceof Date ? Math.floor(value.getTime() / unit) : value;
}

/** The type of a field, in what is read and in what is written. */
function typeOf(name: string, field: SettingField, enums: ReadonlyMap<string, Enum>) {
  const own = enums.get(name);
  if (own !== undefined) return own;
  if (unitOf(field) !== null) return 'DateTime';
  if (field.kind === 'texts') return ['String'] as ['String'];
  if (field.kind === 'flag') return 'Boolean';
  return field.kind === 'integer' ? 'Int' : 'String';
}

function settingsType(module: string, title: string, fields: SettingFields, enums: ReadonlyMap<string, Enum>) {
  return builder.objectRef<SettingValues>(`${module}Settings`).implement({
    description: `Settings of ${title}. Users with whom only a dashboard is shared get the fields that it needs, and null for the others.`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          fieldName(name),
          t.field({
            type: typeOf(name, field, enums),
            nullable: true,
            description: field.description,
            resolve: (settings) => shown(field, settings[name]) as never,
          }),
        ]),
      ),
  });
}

function changesType(module: string, fields: SettingFields, enums: ReadonlyMap<string, Enum>) {
  return builder.inputType(`${module}SettingsChanges`, {
    description: 'What changes. Odd values are put right.',
    fields: (t) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          fieldName(name),
          t.field({ type: typeOf(name, field, enums), description: field.description }),
        ]),
      ),
  });
}

for (const { slug, name: title, settings } of registry) {
  if (!settings) continue;
  const module = typeName(slug);
  const words = Object.entries(settings).filter(([, { kind }]) => kind === 'word');
  const enums = new Map(words.map(([name, field]) => [name, enumOf(module, name, field)]));
  const type = settingsType(module, title, settings, enums);
  builder.queryField(`${lowered(module)}Settings`, (t) =>
    t.field({
      type,
      description: `Settings of ${title}.`,
      ...permitted('seeAnything', (actor) => readSettings(actor, slug)),
    }),
  );
  // who owns a module follows from who sets it up
  const writable = Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'ownerID'));
  if (Object.keys(writable).length === 0) continue;
  const changesInput = changesType(module, writable, enums);
  builder.mutationField(`update${raised(module)}Settings`, (t) =>
    t.field({
      type,
      description: `Changes the settings of ${title}. A user who changes the connected account becomes its owner.`,
      args: { changes: t.arg({ type: changesInput, required: true, description: 'The fields to change.' }) },
      ...permitted('changeModules', ({ facts }, { changes }: { changes: Record<string, unknown> }, { site, viewer }) => {
        const sent = Object.entries(writable).map(([name, field]) => [name, taken(field, changes[fieldName(name)])] as const);
        return changeSettings(site, viewer, facts, slug, Object.fromEntries(sent));
      }),
    }),
  );
}
