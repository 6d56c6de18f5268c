import { createFault, joinNames, createWrongTypeFault } from './fault.ts';
import type { Compile, CompiledSchema, Fault, ParameterSchema, SchemaType } from './schema.ts';
import { isMap } from './types.ts';

interface Candidate {
  readonly position: number;
  readonly schema: ParameterSchema;
  readonly compiled: CompiledSchema;
}

interface Miss extends Candidate {
  readonly fault: Fault;
}

/** Compiles `oneOf` (exactly one candidate must match) and `anyOf` (the first match applies), docs/behaviour/core-rest.md 3.4. */
export function compileChoice(schema: ParameterSchema, compile: Compile): CompiledSchema {
  const inherited = schema.type === undefined ? {} : { type: schema.type };
  const candidates = (schema.oneOf ?? schema.anyOf ?? []).map((candidate, position): Candidate => {
    const complete = candidate.type === undefined ? { ...inherited, ...candidate } : candidate;
    return { position, schema: complete, compiled: compile(complete) };
  });
  const findMatches = (value: unknown): Candidate[] => candidates.filter(({ compiled }) => !compiled.validate(value, ''));
  return {
    accepts: (value) => candidates.some(({ compiled }) => compiled.accepts(value)),
    sanitize(value): unknown {
      const [first] = findMatches(value);
      return first ? first.compiled.sanitize(value) : value;
    },
    validate(value, name): Fault | undefined {
      const matches = findMatches(value);
      if (matches.length === 0) return createNoMatchFault(value, name, candidates);
      return matches.length > 1 && schema.oneOf ? createSeveralMatchesFault(name, matches) : undefined;
    },
  };
}

/** Compiles a list of types. The first type that accepts the value applies. `""` counts as a string if strings are allowed. */
export function compileTypeList(schema: ParameterSchema, types: readonly SchemaType[], compile: Compile): CompiledSchema {
  const byType = types.map((type) => ({ type, compiled: compile({ ...schema, type }) }));
  const findSchema = (value: unknown): CompiledSchema | undefined => {
    // a list is also accepted as an object with numeric names, so the type `array` is preferred
    const preferred = value === '' ? 'string' : Array.isArray(value) ? 'array' : undefined;
    return (byType.find(({ type }) => type === preferred) ?? byType.find(({ compiled }) => compiled.accepts(value)))?.compiled;
  };
  return {
    accepts: (value) => findSchema(value) !== undefined,
    sanitize: (value) => findSchema(value)?.sanitize(value) ?? null,
    validate(value, name): Fault | undefined {
      const compiled = findSchema(value);
      return compiled ? compiled.validate(value, name) : createWrongTypeFault(name, types);
    },
  };
}

/** Returns the fault of the candidate that the client probably meant, or a general fault if that is not clear. */
function createNoMatchFault(value: unknown, name: string, candidates: readonly Candidate[]): Fault {
  const misses = candidates.flatMap((candidate): Miss[] => {
    const reason = candidate.compiled.validate(value, name);
    return reason ? [{ ...candidate, fault: reason }] : [];
  });
  const serious = misses.filter(({ fault: { code, data } }) => code !== 'rest_invalid_type' || data?.param !== name);
  const intended = misses.length === 1 || serious.length === 1 ? (serious[0] ?? misses[0]) : findClosestObject(value, serious);
  if (!intended) return createFault('rest_no_matching_schema', `${name} does not match any of the expected formats.`);
  const { title } = intended.schema;
  const verdict = title === undefined ? 'does not match the expected format' : `is not a valid ${title}`;
  return createFault('rest_no_matching_schema', `${name} ${verdict}. Reason: ${intended.fault.message}`, { position: intended.position });
}

function findClosestObject(value: unknown, misses: readonly Miss[]): Miss | undefined {
  if (!isMap(value) || misses[0]?.schema.type !== 'object') return undefined;
  let closest: Miss | undefined;
  let maximum = 0;
  for (const miss of misses) {
    const shared = Object.keys(miss.schema.properties ?? {}).filter((name) => Object.hasOwn(value, name)).length;
    if (shared > maximum) [closest, maximum] = [miss, shared];
  }
  return closest;
}

function createSeveralMatchesFault(name: string, matches: readonly Candidate[]): Fault {
  const titles = matches.flatMap(({ schema }) => schema.title ?? []);
  const formats =
    titles.length === matches.length ? `${joinNames(titles)}, but should match only one` : 'more than one of the expected formats';
  const positions = matches.map(({ position }) => position);
  return createFault('rest_one_of_multiple_matches', `${name} matches ${formats}.`, { positions });
}
