import { moduleNotFound } from '../failures.ts';
import { ads } from './ads.ts';
import { adsense } from './adsense.ts';
import { analytics4 } from './analytics-4/module.ts';
import { marquee } from './marquee.ts';
import type { ModuleDefinition } from './module.ts';
import { pagespeedInsights } from './pagespeed-insights.ts';
import { readerRevenueManager } from './reader-revenue-manager.ts';
import { searchConsole } from './search-console.ts';
import { signInWithGoogle } from './sign-in-with-google.ts';
import { siteVerification } from './site-verification.ts';
import { tagManager } from './tagmanager.ts';

/** All modules, including unlisted ones, in their published order (docs/behaviour/analytics.md 6.1). */
export const registry: readonly ModuleDefinition[] = [
  siteVerification,
  searchConsole,
  ads,
  analytics4,
  tagManager,
  adsense,
  pagespeedInsights,
  signInWithGoogle,
  readerRevenueManager,
  marquee,
].toSorted((a, b) => a.order - b.order);

const bySlug = new Map(registry.map((module) => [module.slug, module]));

export function findModule(slug: string): ModuleDefinition | null {
  return bySlug.get(slug) ?? null;
}

/** Returns the module with this slug. Throws `invalid_module_slug`. */
export function getModule(slug: string): ModuleDefinition {
  const module = bySlug.get(slug);
  if (!module) throw moduleNotFound();
  return module;
}

/** Returns the slugs of modules that depend on a module. */
export function listDependants(slug: string): string[] {
  return registry.filter(({ dependencies = [] }) => dependencies.includes(slug)).map((module) => module.slug);
}
