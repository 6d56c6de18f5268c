import { registry } from '#app/domains/analytics/modules/registry.ts';
import type { SettingField, SettingFields, SettingValue, SettingValues } from '#app/domains/analytics/modules/setting-fields.ts';
import { changeSettings, readSettings } from '#app/domains/analytics/modules/settings.service.ts';
import { builder } from '../builder.ts';
import { permitted } from './permit.ts';

// Builds a type, an input and a mutation for the settings of each module (analytics.md 6.4).

/** Returns the type name of a module: `reader-revenue-manager` → `AnalyticsReaderRevenueManager`, `analytics-4` → `Analytics4`. */
function typeName(slug: string): string {
  const pascal = slug.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
  return pascal.startsWith('Analytics') ? pascal : `Analytics${pascal}`;
}

const lowered = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
const raised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the name of a field in the schema: `accountID` → `accountId`. Names of times lose their unit. */
const fieldName = (name: string) =>
  name
    .replace(/ID(?=s?$|[A-Z])/, 'Id')
    .replace('AMP', 'Amp')
    .replace(/URL$/, 'Url')
    .replace(/AtMs$/, 'At');

/** Returns the milliseconds in the unit of a time field; null for other fields. */
const unitOf = ({ unit }: SettingField): number | null => (unit === undefined ? null : unit === 'seconds' ? 1000 : 1);

/** Creates the enum for the allowed words of a field. The empty word becomes null. */
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

/** Converts a stored value to the value of the GraphQL field. */
function shown(field: SettingField, value: SettingValue | undefined): Date | SettingValue {
  const unit = unitOf(field);
  const hasEmpty = field.kind === 'word' || field.kind === 'integer';
  if (value === undefined || value === null || (hasEmpty && value === '')) return null;
  return unit === null ? value : value === 0 ? null : new Date(Number(value) * unit);
}

/** Converts an input value to the stored value. */
function taken(field: SettingField, value: unknown): unknown {
  const unit = unitOf(field);
  return unit !== null && value instanceof Date ? Math.floor(value.getTime() / unit) : value;
}

/** Returns the type of a field, for output and input. */
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
    description: 'Settings to change. Invalid values are corrected.',
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
  // the owner of a module is always the user who sets it up, so the input has no field for it
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
