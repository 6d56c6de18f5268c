import { columns, narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { findFlag, pickStoredValues, type SentValues, findTab, listTabs } from './sent-values.ts';

/** Wizards for new sites. The stored progress has the same names. */
export const wizards = ['evt', 'tickets'] as const;
/** Name of a wizard, as stored. */
export type Wizard = (typeof wizards)[number];

/** Progress of a wizard. */
export interface Progress {
  begun: boolean;
  finished: boolean;
  currentTab: number;
  completedTabs: readonly number[];
  skippedTabs: readonly number[];
  /** Last sent value of each field, by name. */
  lastSend: SentValues;
  /** IDs of the organizer and the venue that the wizard created or that the user chose. */
  organizerId: number | null;
  venueId: number | null;
}

const initialProgress: Progress = {
  begun: false,
  finished: false,
  currentTab: 0,
  completedTabs: [],
  skippedTabs: [],
  lastSend: {},
  organizerId: null,
  venueId: null,
};

/** Returns the progress that a call contains (docs/behaviour/events.md 6). The current tab is completed unless it was skipped. */
export function toProgress(sent: SentValues): Omit<Progress, 'lastSend' | 'organizerId' | 'venueId'> {
  const finished = findFlag(sent, 'finished') ?? false;
  const begun = finished || (findFlag(sent, 'begun') ?? false);
  const currentTab = findTab(sent, 'currentTab') ?? 0;
  const skipped = listTabs(sent, 'skippedTabs');
  const currentTabs = skipped.includes(currentTab) ? [] : [currentTab];
  const completedTabs = [...new Set([...listTabs(sent, 'completedTabs'), ...(begun ? [0] : []), ...currentTabs])];
  return { begun, finished, currentTab, completedTabs, skippedTabs: skipped.filter((tab) => !completedTabs.includes(tab)) };
}

const dataColumn = columns('OnboardingState', 's', { only: ['data'] });
const stateOfWizard = statement(
  'onboarding_state',
  `SELECT ${dataColumn.list} FROM onboarding_state s WHERE s.wizard = $1`,
  narrowShape<{ data: Partial<Progress> }>(dataColumn),
);

/** Returns the progress of the wizard. */
export async function loadProgress(site: Site, wizard: Wizard): Promise<Progress> {
  const [row] = await site.db.rows(stateOfWizard, [wizard]);
  return { ...initialProgress, ...row?.data };
}

const saveState = statement(
  'save_onboarding_state',
  `INSERT INTO onboarding_state (wizard, data) VALUES ($1, $2::jsonb || jsonb_build_object('lastSend', $3::jsonb))
  ON CONFLICT (wizard) DO UPDATE SET data = onboarding_state.data || $2::jsonb
    || jsonb_build_object('lastSend', COALESCE(onboarding_state.data -> 'lastSend', '{}') || $3::jsonb)`,
);
const mergeState = statement('note_onboarding_state', 'UPDATE onboarding_state SET data = data || $2::jsonb WHERE wizard = $1');

/** Stores the progress that a call contains. Keeps the values of earlier calls that are not sent again. */
export async function saveProgress(site: Site, wizard: Wizard, sent: SentValues): Promise<void> {
  await site.db.rows(saveState, [wizard, JSON.stringify(toProgress(sent)), JSON.stringify(pickStoredValues(sent))]);
}

/** Stores the IDs of the organizer or venue that the wizard created or that the user chose. */
export async function recordCreated(
  site: Site,
  wizard: Wizard,
  created: Partial<Pick<Progress, 'organizerId' | 'venueId'>>,
): Promise<void> {
  await site.db.rows(mergeState, [wizard, JSON.stringify(created)]);
}
