import { registry } from '#app/domains/analytics/modules/registry.ts';
import type { SettingField, SettingFields, SettingValue, SettingValues } from '#app/domains/analytics/modules/setting-fields.ts';
import { changeSettings, readSettings } from '#app/domains/analytics/modules/settings.service.ts';
import { builder } from '../builder.ts';
import { authorizeAnalytics } from './permit.ts';

// Builds a type, an input and a mutation for the settings of each module (docs/behaviour/analytics.md 6.4).

/** Returns the prefix of the type names of a module: `reader-revenue-manager` → `AnalyticsReaderRevenueManager`, `analytics-4` → `Analytics4`. */
function getTypePrefix(slug: string): string {
  const pascal = slug.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
  return pascal.startsWith('Analytics') ? pascal : `Analytics${pascal}`;
}

const lowercaseFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
const uppercaseFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the name of a field in the schema: `accountID` → `accountId`. Removes the unit from the names of time fields. */
const toFieldName = (name: string) =>
  name
    .replace(/ID(?=s?$|[A-Z])/, 'Id')
    .replace('AMP', 'Amp')
    .replace(/URL$/, 'Url')
    .replace(/AtMs$/, 'At');

/** Returns the unit of a time field in milliseconds; null for other fields. */
const getUnitMs = ({ unit }: SettingField): number | null => (unit === undefined ? null : unit === 'seconds' ? 1000 : 1);

/**
 * Creates the enum of a field of the kind `word`, whose value is one of a fixed set of strings. The enum has no value for the empty string, which the
 * field returns as null.
 */
function createEnum(typePrefix: string, name: string, { values: words = {}, description }: SettingField) {
  const values = Object.entries(words).filter(([word]) => word !== '');
  return builder.enumType(`${typePrefix}${uppercaseFirst(toFieldName(name))}`, {
    description,
    values: Object.fromEntries(
      values.map(([value, meaning]) => [value.toUpperCase().replaceAll('-', '_'), { value, description: meaning }]),
    ),
  });
}

type Enum = ReturnType<typeof createEnum>;

/** Converts a stored value to the value of the GraphQL field. */
function toGraphqlValue(field: SettingField, value: SettingValue | undefined): Date | SettingValue {
  const unitMs = getUnitMs(field);
  const canBeEmpty = field.kind === 'word' || field.kind === 'integer';
  if (value === undefined || value === null || (canBeEmpty && value === '')) return null;
  return unitMs === null ? value : value === 0 ? null : new Date(Number(value) * unitMs);
}

/** Converts an input value to the stored value. */
function toStoredValue(field: SettingField, value: unknown): unknown {
  const unitMs = getUnitMs(field);
  return unitMs !== null && value instanceof Date ? Math.floor(value.getTime() / unitMs) : value;
}

/** Returns the type of a field, for output and input. */
function getFieldType(name: string, field: SettingField, enums: ReadonlyMap<string, Enum>) {
  const enumType = enums.get(name);
  if (enumType !== undefined) return enumType;
  if (getUnitMs(field) !== null) return 'DateTime';
  if (field.kind === 'texts') return ['String'] as ['String'];
  if (field.kind === 'flag') return 'Boolean';
  return field.kind === 'integer' ? 'Int' : 'String';
}

function createSettingsType(typePrefix: string, title: string, fields: SettingFields, enums: ReadonlyMap<string, Enum>) {
  return builder.objectRef<SettingValues>(`${typePrefix}Settings`).implement({
    description: `Settings of the ${title} module. For users who only have access to a shared dashboard, fields that the dashboard does not need are null.`,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          toFieldName(name),
          t.field({
            type: getFieldType(name, field, enums),
            nullable: true,
            description: field.description,
            resolve: (settings) => toGraphqlValue(field, settings[name]) as never,
          }),
        ]),
      ),
  });
}

function createChangesInput(typePrefix: string, fields: SettingFields, enums: ReadonlyMap<string, Enum>) {
  return builder.inputType(`${typePrefix}SettingsChanges`, {
    description: 'Settings to change. Invalid values are corrected.',
    fields: (t) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [
          toFieldName(name),
          t.field({ type: getFieldType(name, field, enums), description: field.description }),
        ]),
      ),
  });
}

for (const { slug, name: title, settings } of registry) {
  if (!settings) continue;
  const typePrefix = getTypePrefix(slug);
  const wordFields = Object.entries(settings).filter(([, { kind }]) => kind === 'word');
  const enums = new Map(wordFields.map(([name, field]) => [name, createEnum(typePrefix, name, field)]));
  const type = createSettingsType(typePrefix, title, settings, enums);
  builder.queryField(`${lowercaseFirst(typePrefix)}Settings`, (t) =>
    t.field({
      type,
      description: `Settings of the ${title} module.`,
      ...authorizeAnalytics('seeAnything', (actor) => readSettings(actor, slug)),
    }),
  );
  // The owner of a module is always the user who sets it up, so the input has no field `ownerID`.
  const writable = Object.fromEntries(Object.entries(settings).filter(([name]) => name !== 'ownerID'));
  if (Object.keys(writable).length === 0) continue;
  const changesInput = createChangesInput(typePrefix, writable, enums);
  builder.mutationField(`update${uppercaseFirst(typePrefix)}Settings`, (t) =>
    t.field({
      type,
      description: `Changes the settings of ${title}. A user who changes the connected account becomes its owner.`,
      args: { changes: t.arg({ type: changesInput, required: true, description: 'The fields to change.' }) },
      ...authorizeAnalytics('changeModules', ({ facts }, { changes }: { changes: Record<string, unknown> }, { site, viewer }) => {
        const changedSettings = Object.entries(writable).map(
          ([name, field]) => [name, toStoredValue(field, changes[toFieldName(name)])] as const,
        );
        return changeSettings(site, viewer, facts, slug, Object.fromEntries(changedSettings));
      }),
    }),
  );
}
