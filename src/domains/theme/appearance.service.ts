import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { loadContentItems } from '../content/content.reader.ts';
import { page } from '../content/kinds.ts';
import { type Appearance, appearance } from './appearance.settings.ts';

/** Returns the appearance of pages. */
export const getAppearance = (site: Site): Appearance => site.settings.get(appearance);

/** Returns the appearance with the changes. Omitted values do not change. Throws `invalid_arguments` for unknown values and unpublished pages. */
export async function readAppearanceChanges(site: Site, changes: Partial<Appearance>): Promise<Appearance> {
  const merged = { ...getAppearance(site), ...changes };
  const parsed = appearance.schema.safeParse(merged);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidArguments({ [`changes.${String(issue?.path[0] ?? '')}`]: issue?.message ?? 'This value is not valid.' });
  }
  const { menuPages } = changes;
  if (menuPages && menuPages.length > 0) {
    const pages = await loadContentItems(site, menuPages);
    const isShown = (id: number) =>
      pages.some((content) => content.id === id && content.kind === page.name && content.status === 'publish');
    if (!menuPages.every(isShown)) throw invalidArguments({ 'changes.menuPages': 'The menu may only contain published pages.' });
  }
  return parsed.data;
}

/** Changes the appearance of pages. Throws like `readAppearanceChanges`. */
export async function changeAppearance(site: Site, changes: Partial<Appearance>): Promise<void> {
  await site.settings.set(appearance, await readAppearanceChanges(site, changes));
}
