import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Setting } from '#app/core/settings/setting.ts';
import type { Site } from '#app/site.ts';
import type { SentValues } from './sent-values.ts';

/** Result of a call of a wizard. */
export interface WizardResult {
  success: boolean;
  /** A message about the saved progress, followed by the messages of the steps. */
  messages: string[];
  organizerId?: number;
  venueId?: number;
  /** URL of the page that connects a payment gateway. */
  signupUrl?: string;
}

/** Input of a step. */
export interface StepCall {
  site: Site;
  viewer: Viewer;
  sent: SentValues;
  result: WizardResult;
}

/** A step of a wizard. It runs if the current tab is `from` or a later one. `run` throws a `Failure` if it cannot finish. */
export interface Step {
  from: number;
  run(call: StepCall): Promise<void>;
}

/** A setting with its new value. */
export type SettingValue = readonly [Setting<never>, unknown];

/** Pairs a setting with its new value for `storeSettings`. */
export function pairWithValue<T>(setting: Setting<T>, value: T): SettingValue {
  return [setting as unknown as Setting<never>, value];
}

/** Stores all values, or none if one is invalid. Throws `onboarding_invalid_value`. */
export async function storeSettings(site: Site, values: readonly SettingValue[]): Promise<void> {
  for (const [{ key, schema }, value] of values) {
    const checked = schema.safeParse(value);
    if (!checked.success)
      throw new Failure('onboarding_invalid_value', 500, `${key}: ${checked.error.issues[0]?.message ?? 'is not valid'}`);
  }
  for (const [setting, value] of values) await site.settings.set(setting as Setting<unknown> as never, value as never);
}
