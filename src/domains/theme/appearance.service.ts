import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { loadContents } from '../content/content.reader.ts';
import { page } from '../content/kinds.ts';
import { type Appearance, appearance } from './appearance.settings.ts';

/** Returns the appearance of pages. */
export const appearanceOf = (site: Site): Appearance => site.settings.get(appearance);

/** Returns the appearance after a change; omitted values do not change. Throws `invalid_arguments` for unknown values and unpublished pages. */
export async function readAppearanceChanges(site: Site, changes: Partial<Appearance>): Promise<Appearance> {
  const wanted = { ...appearanceOf(site), ...changes };
  const parsed = appearance.schema.safeParse(wanted);
  if (!parsed.success) {
    const [fault] = parsed.error.issues;
    throw invalidArguments({ [`changes.${String(fault?.path[0] ?? '')}`]: fault?.message ?? 'This value is not possible.' });
  }
  const { menuPages } = changes;
  if (menuPages && menuPages.length > 0) {
    const found = await loadContents(site, menuPages);
    const isShown = (id: number) => found.some((one) => one.id === id && one.kind === page.name && one.status === 'publish');
    if (!menuPages.every(isShown)) throw invalidArguments({ 'changes.menuPages': 'The menu leads to published pages.' });
  }
  return parsed.data;
}

/** Changes the appearance of pages. Throws like `readAppearanceChanges`. */
export async function changeAppearance(site: Site, changes: Partial<Appearance>): Promise<void> {
  await site.settings.set(appearance, await readAppearanceChanges(site, changes));
}
