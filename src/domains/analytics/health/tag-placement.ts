import { now } from '#app/core/time/clock.ts';
import { html, type Html } from '#app/core/text/html.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import type { Site } from '#app/site.ts';
import { registry } from '../modules/registry.ts';
import type { ModuleDefinition } from '../modules/module.ts';
import type { ConnectorState } from '../access/actor.ts';

type TaggedModule = ModuleDefinition & { tag: NonNullable<ModuleDefinition['tag']> };

const hasTag = (module: ModuleDefinition): module is TaggedModule => module.tag !== undefined;

/** Returns the comment that this service writes before each tag. */
const buildTagComment = (slug: string): string => `<!-- analytics: ${slug} -->`;

async function fetchPage(site: Site, path: string): Promise<string | null> {
  const url = `${site.config.siteUrl}${path}?timestamp=${Math.floor(now().getTime() / 1000)}`;
  try {
    const { status, text } = await fetchGuarded(site, url, { allowsOwnSite: true, overflow: 'cut' });
    return status < 400 ? text() : null;
  } catch (error) {
    if (error instanceof OutgoingError) return null;
    throw error;
  }
}

function describeFinding({ slug, tag }: TaggedModule, page: string | null): string {
  if (page === null) return 'the page could not be fetched';
  if (page.includes(buildTagComment(slug))) return 'tag found, placed by this service';
  return tag.pattern.test(page) ? 'tag found, of unknown origin' : 'no tag found';
}

async function renderLine(site: Site, state: ConnectorState, module: TaggedModule): Promise<Html> {
  const isEnabled = module.tag.isEnabled(state.getSettings(module.slug));
  const text = isEnabled
    ? describeFinding(module, await fetchPage(site, module.tag.page ?? '/'))
    : 'placing tags is switched off in its settings';
  return html`<li><strong>${module.name}</strong>: ${text}</li>`;
}

/** Returns HTML that describes which tags of active modules the pages contain (docs/behaviour/analytics.md 5.10). */
export async function describeTags(site: Site, state: ConnectorState): Promise<string> {
  if (!site.config.analytics.tagsEnabled) return html`<p>Tags are not placed in pages of this environment.</p>`.toString();
  const active = registry.filter(hasTag).filter(({ slug }) => state.isActive(slug));
  if (active.length === 0) return html`<p>No module that places tags is active.</p>`.toString();
  const lines = await Promise.all(active.map((module) => renderLine(site, state, module)));
  return html`<ul>${lines}</ul>`.toString();
}
