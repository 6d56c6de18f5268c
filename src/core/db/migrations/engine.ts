import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { once } from '../../async/once.ts';

interface EngineModule {
  SchemaEngine: typeof SchemaEngine;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

/** Loads the engine. Instantiates it manually, because the entry of the package causes a warning that importing WebAssembly is experimental. */
const loadEngine = once(async (): Promise<EngineModule> => {
  const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = (await import(pathToFileURL(path).href)) as EngineModule;
  const code = await readFile(path.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': withoutLingeringTimers({ ...bindings }) });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  return bindings;
});

/** Wraps the timers of the engine, so that they do not keep a finished process alive. The engine never clears its timeouts of 10 and 60 s. */
function withoutLingeringTimers(imports: Record<string, unknown>): WebAssembly.ModuleImports {
  for (const name of Object.keys(imports).filter((key) => key.startsWith('__wbg_setTimeout_'))) {
    imports[name] = (callback: () => void, ms: number) => setTimeout(callback, ms).unref();
  }
  return imports as WebAssembly.ModuleImports;
}

/** Filters of the schema engine for externally managed tables. They are empty, because Marquee has no such tables. */
export const noFilters = { externalTables: [], externalEnums: [] };

/**
 * Runs the work with Prisma's schema engine, then frees the engine. It is 5 MB of WebAssembly, which is loaded on first use. Give it its own
 * connection, because its advisory lock is held until the adapter's connection is closed.
 */
export async function withSchemaEngine<T>(
  factory: SqlMigrationAwareDriverAdapterFactory,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadEngine();
  const datamodel = 'datasource db {\n  provider = "postgresql"\n}\n';
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', datamodel]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    return await work(engine);
  } finally {
    engine.free();
  }
}
