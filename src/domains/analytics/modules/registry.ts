import { moduleUnknown } from '../failures.ts';
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

/** All modules, in the order of lists (analytics.md 6.1). Some are not listed. */
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

const bySlug = new Map(registry.map((one) => [one.slug, one]));

export function findModule(slug: string): ModuleDefinition | null {
  return bySlug.get(slug) ?? null;
}

/** Returns the module with this slug. Throws 404 `invalid_module_slug`. */
export function moduleOf(slug: string): ModuleDefinition {
  const found = bySlug.get(slug);
  if (!found) throw moduleUnknown();
  return found;
}

/** Returns the slugs of modules that depend on this one. */
export function dependantsOf(slug: string): string[] {
  return registry.filter(({ dependencies = [] }) => dependencies.includes(slug)).map((one) => one.slug);
}
