import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { checklistState, installedAt, scannedOnce } from '../settings/state.settings.ts';
import { type ChecklistId, checklistItems } from './items.ts';

/** An item of the checklist with its current state. */
export interface ChecklistItem {
  id: ChecklistId;
  title: string;
  description: string;
  isChecked: boolean;
  /** URL of the page on which an administrator completes the item. Null if no such page exists. */
  link: string | null;
  linkText: string | null;
  linkTarget: string | null;
  needsPro: boolean;
}

export interface Checklist {
  isDismissed: boolean;
  items: ChecklistItem[];
  /** True if the banner was installed more than a week ago, and fewer items are done than the free edition has. */
  isOverdue: boolean;
}

const WEEK_MS = 7 * 86_400_000;

type StateCheck = (site: Site, configuration: Configuration, isStoredAsDone: boolean) => boolean;

/** Items whose state is computed from the site. For some of them, the stored state counts too. */
const computedStates: Partial<Record<ChecklistId, StateCheck>> = {
  install: () => true,
  license: (_site, { license }) => license.code !== null && license.code !== '',
  'operator-contact': (_site, { options }) =>
    options.operatorCountry !== '' &&
    options.operatorContactAddress !== '' &&
    (options.operatorContactPhone !== '' || options.operatorContactEmail !== '' || options.operatorContactFormId > 0),
  scanner: (site) => site.settings.get(scannedOnce),
  'legal-shortcodes': (_site, { design }, stored) => stored || design['sticky']?.['enabled'] === true,
};

/** Returns the checklist with its current state (docs/behaviour/consent-queue-product.md 6.1). */
export async function readChecklist(site: Site): Promise<Checklist> {
  const configuration = await readConfiguration(site);
  const { dismissed, checked } = site.settings.get(checklistState);
  const items = checklistItems.map(({ path, ...item }) => {
    const stored = checked[item.id] === true;
    const isChecked = dismissed || (computedStates[item.id]?.(site, configuration, stored) ?? stored);
    const isExternal = path?.startsWith('http') === true;
    return {
      ...item,
      isChecked,
      link: path === null ? null : isExternal ? path : site.config.siteUrl + path,
      linkTarget: isExternal ? '_blank' : null,
    };
  });
  const required = items.filter(({ needsPro }) => !needsPro).length;
  const done = items.filter(({ isChecked }) => isChecked).length;
  const installed = site.settings.get(installedAt);
  return { isDismissed: dismissed, items, isOverdue: done < required && installed !== null && now().getTime() - installed > WEEK_MS };
}

/** Items whose state clients cannot set. */
const readOnlyItems = new Set<string>(['install', 'license', 'operator-contact', 'scanner']);
const knownIds = new Set<string>(checklistItems.map(({ id }) => id));

/** Sets the state of an item. `all` permanently dismisses the whole checklist. Ignores unknown items and those whose state is computed. */
export async function setItemState(site: Site, id: string, isChecked: boolean): Promise<void> {
  if (id === 'all') await site.settings.change(checklistState, (state) => ({ ...state, dismissed: true }));
  else if (knownIds.has(id) && !readOnlyItems.has(id))
    await site.settings.change(checklistState, (state) => ({ ...state, checked: { ...state.checked, [id]: isChecked } }));
}

/** Marks items as done. Does not write if all are already done. */
export async function markItemsDone(site: Site, ...itemIds: readonly ChecklistId[]): Promise<void> {
  const { checked } = site.settings.get(checklistState);
  const newlyDone = itemIds.filter((id) => checked[id] !== true);
  if (newlyDone.length === 0) return;
  const marks = Object.fromEntries(newlyDone.map((id) => [id, true]));
  await site.settings.change(checklistState, (state) => ({ ...state, checked: { ...state.checked, ...marks } }));
}
