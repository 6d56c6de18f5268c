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

/** Every module, in the order of lists (analytics.md 6.1); some are in none. */
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

/** The module with this slug, or null. */
export function findModule(slug: string): ModuleDefinition | null {
  return bySlug.get(slug) ?? null;
}

/** The module with this slug; throws `invalid_module_slug`, 404. */
export function moduleOf(slug: string): ModuleDefinition {
  const found = bySlug.get(slug);
  if (!found) throw moduleUnknown();
  return found;
}

/** Modules that do not work without this one. */
export function dependantsOf(slug: string): string[] {
  return registry.filter(({ dependencies = [] }) => dependencies.includes(slug)).map((one) => one.slug);
}
