import { createInvalidArgumentsFailure, createMissingArgumentsFailure, type ArgumentFault } from './argument-failure.ts';
import { compileSchema } from './compile.ts';
import type { ArgumentDeclaration, ArgumentSources, ArgumentValues } from './declaration.ts';
import { toInteger } from './types.ts';

type Check = (value: unknown, name: string) => ArgumentFault | undefined;
type Clean = ((value: unknown, name: string) => unknown) | undefined;

/** A prepared argument. */
interface Argument {
  readonly name: string;
  readonly isRequired: boolean;
  readonly find: (sources: ArgumentSources) => unknown;
  /** Checks of the early and the late phase (`Field.phase`). At most one of them is set. */
  readonly early: Check | undefined;
  readonly late: Check | undefined;
  readonly clean: Clean;
  /** Returns the default. Undefined without a default. A published default of null does not count (docs/behaviour/core-rest.md 3.1). */
  readonly defaultValue: (() => unknown) | undefined;
  readonly onNull: unknown;
}

/** Reads the arguments of a route from a request. */
export interface ArgumentReader {
  /** Returns all arguments, validated and sanitized. Throws `ArgumentFailure`. */
  (sources: ArgumentSources): ArgumentValues;
  /** Returns the given arguments that are valid. Ignores missing and invalid ones. */
  readValid(sources: ArgumentSources): Record<string, unknown>;
}

/**
 * Creates the reader of a route's arguments. It looks values up (path, JSON, form, query, default), and validates and sanitizes them in the order of
 * docs/behaviour/core-rest.md 1.4. Requests share the lists and objects of defaults, which are frozen. Throws if a name is declared twice or a
 * default does not match its schema.
 */
export function compileArguments(declared: readonly ArgumentDeclaration[]): ArgumentReader {
  const names = new Set<string>();
  for (const { name } of declared) {
    if (name in Object.prototype) throw new Error(`Argument ${name}: objects have a member of that name, choose another`);
    if (names.has(name)) throw new Error(`Argument ${name} is declared twice`);
    names.add(name);
  }
  const all = declared.map(prepareArgument);
  const read = (sources: ArgumentSources) => {
    const sent = all.map(({ find }) => find(sources));
    requireAll(all, sent);
    validateEarly(all, sent);
    return sanitizeAll(all, sent);
  };
  return Object.assign(read, { readValid: (sources: ArgumentSources) => readValid(all, sources) });
}

function readValid(all: readonly Argument[], sources: ArgumentSources): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, find, early, late, clean } of all) {
    const value = find(sources);
    if (value === undefined || value === null) continue;
    const fault = early?.(value, name) ?? late?.(value, name);
    if (fault === undefined) values[name] = clean ? clean(value, name) : value;
  }
  return values;
}

function requireAll(all: readonly Argument[], sent: readonly unknown[]): void {
  let missing: string[] | undefined;
  for (let index = 0; index < all.length; index++) {
    const argument = all[index] as Argument;
    if (argument.isRequired && (sent[index] ?? argument.defaultValue) === undefined) (missing ??= []).push(argument.name);
  }
  if (missing) throw createMissingArgumentsFailure(missing);
}

function validateEarly(all: readonly Argument[], sent: readonly unknown[]): void {
  let faults: [string, ArgumentFault][] | undefined;
  for (let index = 0; index < all.length; index++) {
    const { early, name } = all[index] as Argument;
    const value = sent[index];
    if (!early || value === undefined || value === null) continue;
    const fault = early(value, name);
    if (fault !== undefined) (faults ??= []).push([name, fault]);
  }
  if (faults) throw createInvalidArgumentsFailure(faults);
}

function sanitizeAll(all: readonly Argument[], sent: readonly unknown[]): ArgumentValues {
  const values: Record<string, unknown> = {};
  const sentParameters = new Set<string>();
  let faults: [string, ArgumentFault][] | undefined;
  for (let index = 0; index < all.length; index++) {
    const { name, late, clean, defaultValue, onNull } = all[index] as Argument;
    const value = sent[index] === null && onNull === 'absent' ? undefined : sent[index];
    const isReplaced = value === null && onNull !== undefined;
    const fault = isReplaced || value === undefined ? undefined : late?.(value, name);
    if (fault !== undefined) {
      (faults ??= []).push([name, fault]);
    } else if (value !== undefined && (value !== null || isReplaced || !defaultValue)) {
      values[name] = value === null ? (onNull ?? null) : clean ? clean(value, name) : value;
      sentParameters.add(name);
    } else if (defaultValue) {
      values[name] = defaultValue();
    }
  }
  if (faults) throw createInvalidArgumentsFailure(faults);
  return { values, sentParameters };
}

function prepareArgument(declaration: ArgumentDeclaration): Argument {
  const { name, schema, check, required = false, phase = 'late', onNull } = declaration;
  const { validate, sanitize } = compileSchema(schema);
  const isTyped = schema.type !== undefined || schema.oneOf !== undefined || schema.anyOf !== undefined;
  const early = phase === 'early' ? validate : undefined;
  const late = phase === 'late' && isTyped ? validate : undefined;
  const clean = declaration.clean ?? (phase !== 'none' && isTyped ? sanitize : undefined);
  return {
    name,
    isRequired: required,
    find: createFinder(declaration),
    early: check ? (value, argument) => toFault(check(value, argument)) : early,
    late: check ? undefined : late,
    clean,
    defaultValue: compileDefault(declaration, check ? undefined : (early ?? late), clean),
    onNull: freezeDeep(structuredClone(onNull)),
  };
}

function createFinder({ name, from, header, alternativeName }: ArgumentDeclaration): Argument['find'] {
  if (from === 'path') return ({ path }) => path[name];
  if (from === 'body') return ({ body }) => body?.toString('utf8');
  if (from === 'header') return ({ headers }) => headers?.[header ?? name];
  if (alternativeName !== undefined) {
    const [own, other] = [createAnywhereFinder(name), createAnywhereFinder(alternativeName)];
    return (sources) => own(sources) ?? other(sources);
  }
  if (header !== undefined) {
    const anywhere = createAnywhereFinder(name);
    return (sources) => {
      const text = sources.headers?.[header];
      return anywhere(sources) ?? (typeof text === 'string' ? toInteger(text) : undefined);
    };
  }
  return from === 'all' ? ({ json, form, query }) => ({ ...query, ...form, ...json }) : createAnywhereFinder(name);
}

/** Finds the first value that is not null. An explicit JSON null applies only if no other source has a value. */
function createAnywhereFinder(name: string): Argument['find'] {
  return ({ path, json, form, query }) => {
    const body = json?.[name];
    return path[name] ?? body ?? form?.[name] ?? query[name] ?? body;
  };
}

function compileDefault(
  { name, schema, clean: own, appliesDefault }: ArgumentDeclaration,
  check: Check | undefined,
  clean: Clean,
): Argument['defaultValue'] {
  const value = structuredClone(schema.default);
  if (value === undefined || value === null || appliesDefault === false) return undefined;
  const fault = check?.(value, name);
  if (fault) throw new Error(`Argument ${name}: its default is invalid (${fault.message})`);
  // an own sanitizer may depend on the time ("now"), so only the sanitizer of the schema is applied in advance
  if (own) return () => own(schema.default, name);
  const shared = freezeDeep(clean ? clean(value, name) : value);
  return () => shared;
}

function toFault(checked: ReturnType<NonNullable<ArgumentDeclaration['check']>>): ArgumentFault | undefined {
  return checked === true ? undefined : checked;
}

function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freezeDeep(part);
  return Object.freeze(value);
}
