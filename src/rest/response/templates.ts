import { toPhpString } from '../parameters/types.ts';

/** Compiles a template such as `/core/v2/posts/{id}` to a function that fills it from an object. Dotted names select nested values. */
export function compileTemplate(template: string): (values: Record<string, unknown>) => string {
  const parts = template.split(/\{([\w.]+)\}/);
  if (parts.length === 1) return () => template;
  const readers = parts.map((part, i) => (i % 2 === 1 ? compileReader(part) : null));
  return (values) => {
    let text = '';
    for (let i = 0; i < parts.length; i++) text += readers[i] ? toPhpString(readers[i]?.(values)) : parts[i];
    return text;
  };
}

/** Compiles a dotted path to a function that reads it from an object. */
export function compileReader(path: string): (values: Record<string, unknown>) => unknown {
  const keys = path.split('.');
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) return (values) => values[only];
  return (values) => {
    let value: unknown = values;
    for (const key of keys) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = (value as Record<string, unknown>)[key];
    }
    return value;
  };
}
