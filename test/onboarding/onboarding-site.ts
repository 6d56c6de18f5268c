import { openWholeSite, type RestResponse, type TestUserName, type WholeSite } from '../support/site.ts';

/** The two wizards with the actions of their nonces. */
export const EVENTS = { path: '/evt/v2/onboarding/wizard', action: 'evt_wizard' } as const;
export const TICKETS = { path: '/vendor/tickets/onboarding/wizard', action: 'tickets_wizard' } as const;

export interface OnboardingSite extends WholeSite {
  /** Sends a request to a wizard with the nonce of the caller, by default an administrator. */
  send(wizard: typeof EVENTS | typeof TICKETS, body: object, as?: TestUserName): Promise<RestResponse>;
  nonce(action: string, as?: TestUserName): Promise<string>;
  /** Returns the state of a wizard as its page receives it. */
  read(wizard: 'EVENTS' | 'TICKETS', fields: string): Promise<Record<string, unknown>>;
}

/** Opens a whole site for onboarding tests. */
export async function openOnboarding(): Promise<OnboardingSite> {
  const site = await openWholeSite();
  const nonce: OnboardingSite['nonce'] = async (action, as) => {
    const { data, errors } = await site.graphql('query($action: String!) { nonce(action: $action) }', { action }, as);
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    return data.nonce;
  };
  return {
    ...site,
    nonce,
    send: async (wizard, body, as = 'administrator') =>
      site.rest('POST', wizard.path, { as, body: { action_nonce: await nonce(wizard.action, as), ...body } }),
    async read(wizard, fields) {
      const { data, errors } = await site.graphql(`{ onboarding(wizard: ${wizard}) { ${fields} } }`, {}, 'administrator');
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return data.onboarding;
    },
  };
}
