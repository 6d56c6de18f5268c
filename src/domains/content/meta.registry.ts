import { Failure } from '#app/core/failures/failure.ts';

/** Type and default of a registered meta key. */
interface MetaDefinition {
  type: 'string' | 'boolean' | 'object';
  defaultValue: unknown;
}

const declareText = (defaultValue = ''): MetaDefinition => ({ type: 'string', defaultValue });
const booleanDefinition: MetaDefinition = { type: 'boolean', defaultValue: false };
const emptyBackground = Object.freeze({ desktop: Object.freeze({}), tablet: Object.freeze({}), mobile: Object.freeze({}) });
const background: MetaDefinition = { type: 'object', defaultValue: emptyBackground };
const declareTexts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, declareText()]));

/**
 * Registered meta keys in the order of the response (docs/behaviour/core-rest.md 7.11, document 1). The published API defines the names of the ticket
 * keys and of `footnotes`. It describes only the purpose of the display options, so this project chose their names.
 */
const registry: Readonly<Record<string, MetaDefinition>> = {
  'site-sidebar-layout': declareText('default'),
  'site-content-layout': declareText('default'),
  'site-content-style': declareText('default'),
  'site-sidebar-style': declareText('default'),
  'site-migrate-layouts': declareText('default'),
  ...declareTexts(
    'site-global-header-display',
    'site-banner-title-visibility',
    'site-main-header-display',
    'site-above-header-display',
    'site-below-header-display',
    'site-mobile-header-display',
    'site-title-display',
    'site-breadcrumbs-display',
    'site-featured-image-display',
    'site-footer-display',
    'site-transparent-header',
    'site-sticky-header',
    'site-background-enabled',
  ),
  'site-page-background': background,
  'site-content-background': background,
  ...declareTexts(
    '_price',
    '_stock',
    '_tribe_ticket_header',
    '_tribe_default_ticket_provider',
    '_tribe_ticket_capacity',
    '_ticket_start_date',
    '_ticket_end_date',
    '_tribe_ticket_show_description',
    '_tribe_ticket_use_global_stock',
    '_tribe_ticket_global_stock_level',
    '_global_stock_mode',
    '_global_stock_cap',
    '_tribe_rsvp_for_event',
    '_tribe_ticket_going_count',
    '_tribe_ticket_not_going_count',
    '_tribe_tickets_list',
  ),
  _tribe_ticket_show_not_going: booleanDefinition,
  _tribe_ticket_has_attendee_info_fields: booleanDefinition,
  footnotes: declareText(),
};

const entries = Object.entries(registry);
const defaults: Readonly<Record<string, unknown>> = Object.freeze(
  Object.fromEntries(entries.map(([key, { defaultValue }]) => [key, defaultValue])),
);

/** Registered keys with type and default, for API descriptions. */
export const metaKeys: readonly { key: string; type: MetaDefinition['type']; default: unknown }[] = entries.map(
  ([key, { type, defaultValue }]) => ({
    key,
    type,
    default: defaultValue,
  }),
);

/** Returns the stored values or defaults of all registered keys, in registry order. */
export function applyMetaDefaults(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...defaults, ...stored };
}

const booleans = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
]);

/** Returns an object argument; undefined for other values. An empty string and an empty list count as an empty object. */
function readObject(value: unknown): object | undefined {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return {};
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** Description of an invalid meta value. */
interface MetaFault {
  code: 'invalid_type' | 'additional_properties_forbidden';
  message: string;
  /** Path of the member with a wrong type. */
  path?: string;
}

const createTypeFault = (path: string, type: MetaDefinition['type']): { fault: MetaFault } => ({
  fault: { code: 'invalid_type', message: `meta.${path} is not of type ${type}.`, path },
});
const createMemberFault = (name: string): { fault: MetaFault } => ({
  fault: { code: 'additional_properties_forbidden', message: `${name} is not a valid property of Object.` },
});

/** Validates a meta value. Returns the value to store, or the fault. An object may only have the members of the key's default, which are objects. */
function readValue(key: string, { type, defaultValue }: MetaDefinition, value: unknown): { value: unknown } | { fault: MetaFault } {
  if (type === 'string') return typeof value === 'string' ? { value } : createTypeFault(key, type);
  if (type === 'boolean') {
    const flag = booleans.get(typeof value === 'string' ? parseBooleanWord(value) : value);
    return flag === undefined ? createTypeFault(key, type) : { value: flag };
  }
  const object = readObject(value);
  if (!object) return createTypeFault(key, type);
  const members: Record<string, unknown> = {};
  for (const [name, memberValue] of Object.entries(object)) {
    if (!Object.hasOwn(defaultValue as object, name)) return createMemberFault(name);
    const member = readObject(memberValue);
    if (!member) return createTypeFault(`${key}[${name}]`, type);
    members[name] = member;
  }
  return { value: members };
}

function parseBooleanWord(value: string): unknown {
  const word = value.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

/** Change of meta: values to set, and keys to remove. */
export interface MetaChange {
  set: Record<string, unknown>;
  remove: readonly string[];
}

/**
 * Validates the meta of a request. Ignores unknown keys. Null removes a value. Throws `invalid_type`, with the first wrong key in `additional_data`,
 * or `additional_properties_forbidden`. `additional_errors` contains the errors of other keys (docs/behaviour/core-rest.md 2).
 */
export function readMeta(meta: Readonly<Record<string, unknown>>): MetaChange {
  const set: Record<string, unknown> = {};
  const remove: string[] = [];
  const faults: MetaFault[] = [];
  for (const [key, value] of Object.entries(meta)) {
    const definition = Object.hasOwn(registry, key) ? registry[key] : undefined;
    if (!definition) continue;
    if (value === null) {
      remove.push(key);
      continue;
    }
    const read = readValue(key, definition, value);
    if ('fault' in read) faults.push(read.fault);
    else set[key] = read.value;
  }
  const [first, ...others] = faults;
  if (first) throw createMetaFailure(first, others);
  return { set, remove };
}

function createMetaFailure({ code, message, path }: MetaFault, others: readonly MetaFault[]): Failure {
  return new Failure(code, 400, message, {
    ...(path !== undefined && { additional_data: [{ param: `meta.${path}` }] }),
    ...(others.length > 0 && {
      additional_errors: others.map((other) => ({ code: other.code, message: other.message, data: { status: 400 } })),
    }),
  });
}

/** Returns the stored meta after a change. */
export function mergeMeta(stored: Readonly<Record<string, unknown>>, change: MetaChange): Record<string, unknown> {
  const meta = { ...stored, ...change.set };
  for (const key of change.remove) delete meta[key];
  return meta;
}
