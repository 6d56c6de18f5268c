import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import type { Site } from '#app/site.ts';
import type { Sent } from './sent.ts';

/** What a call of a wizard returns. */
export interface WizardOutcome {
  success: boolean;
  /** About the saved progress first, then what each step did. */
  messages: string[];
  organizerId?: number;
  venueId?: number;
  /** URL for connecting a payment gateway. */
  signupUrl?: string;
}

/** What a step works with. */
export interface StepCall {
  site: Site;
  viewer: Viewer;
  sent: Sent;
  outcome: WizardOutcome;
}

/** A step of a wizard: it runs when the current tab is `from` or later. Throws a `Failure` when it cannot do its work. */
export interface Step {
  from: number;
  run(call: StepCall): Promise<void>;
}

/** A setting and the value it is to have. */
export type Wanted = readonly [Setting<never>, unknown];

/** A setting with its value, for `storeAll`. */
export function wanted<T>(setting: Setting<T>, value: T): Wanted {
  return [setting as unknown as Setting<never>, value];
}

/** Stores all of the values, or none of them when one does not fit. Throws `onboarding_invalid_value`. */
export async function storeAll(site: Site, values: readonly Wanted[]): Promise<void> {
  for (const [{ key, schema }, value] of values) {
    const checked = schema.safeParse(value);
    if (!checked.success)
      throw new Failure('onboarding_invalid_value', 500, `${key}: ${checked.error.issues[0]?.message ?? 'is not valid'}`);
  }
  for (const [setting, value] of values) await site.settings.set(setting as Setting<unknown> as never, value as never);
}
