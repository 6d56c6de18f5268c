import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { createNonce, REST_ACTION } from '../../src/domains/identity/auth/nonces.ts';
import { SESSION_COOKIE } from '../../src/domains/identity/auth/sessions.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { createUser } from '../../src/domains/identity/users/user.service.ts';
import { type MailServer, makeMailServer } from '../mail/mail-server.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

export interface Person {
  id: number;
  login: string;
  email: string;
  password: string;
}

/** Response to a request of the second-factor step. */
export interface StepReply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  body: any;
  headers: Record<string, string | undefined>;
  /** Token of the session cookie in the response, '' if the cookie was removed, or null without a session cookie. */
  session: string | null;
}

/** A session of a browser: the ID of its user, and the token of its cookie. */
export interface Session {
  id: number;
  sessionToken: string;
}

/** Response to a GraphQL request. */
export interface AskReply {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  data: any;
  /** Code of the first error, or null without errors. */
  code: string | null;
  /** Token of the session cookie in the response. */
  session: string | null;
}

/** Result of the password step, as clients receive it. */
export interface PasswordStep {
  userId: number;
  loginNonce: string | null;
  action: 'NONE' | 'CHALLENGE' | 'ONBOARDING' | 'EXPIRED';
  methods: string[];
  redirectTo: string;
}

export interface TwoFactorSite extends WholeSite {
  server: MailServer;
  /** Creates a user with an account password. */
  person(role?: Role): Promise<Person>;
  set(key: string, value: unknown): Promise<void>;
  signIn(person: Person): Promise<PasswordStep>;
  /** Sends a request of the second-factor step from a new IP address, so that rate limits do not affect other tests. */
  step(route: string, body: Record<string, unknown>, options?: { ip?: string; cookie?: string }): Promise<StepReply>;
  /** Sends a GraphQL request, in a session if one is given. */
  ask(source: string, variables?: Record<string, unknown>, session?: Session): Promise<AskReply>;
  /** Starts a session of a user without a second factor. */
  session(person: Person): Promise<Session>;
  /** Returns the mails to a user, newest first. */
  mailsTo(person: Person): Promise<{ subject: string; text: string }[]>;
  /** Returns the code in the newest mail with a code to a user. */
  code(person: Person): Promise<string>;
}

let count = 0;

/** Opens a whole site with a mail server, login protection, and codes by email for subscribers. */
export async function openTwoFactor(environment: Record<string, string> = {}): Promise<TwoFactorSite> {
  const server = await makeMailServer();
  await server.start();
  const site = await openWholeSite({ SMTP_URL: server.url, TRUST_PROXY: 'true', ...environment });
  const set: TwoFactorSite['set'] = async (key, value) => {
    const change = 'mutation($key: String!, $value: JSON!) { updateSetting(input: { key: $key, value: $value }) { key } }';
    const { errors } = await site.graphql(change, { key, value }, 'administrator');
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
  };
  await set('login_protection_enabled', true);
  await set('two_fa_enabled_roles_email', ['subscriber']);
  const mailsTo: TwoFactorSite['mailsTo'] = async ({ email }) => {
    await deliverMail(site.site);
    const mails = server.delivered.filter(({ to }) => to.includes(email)).map(({ mail }) => mail);
    return mails.map(({ subject = '', text = '' }) => ({ subject, text })).reverse();
  };
  const ask: TwoFactorSite['ask'] = async (source, variables = {}, session) => {
    const response = await site.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `2001:db8:${((count += 1)).toString(16)}::1`,
        ...(session && {
          cookie: `${SESSION_COOKIE}=${session.sessionToken}`,
          'x-wp-nonce': createNonce(site.site, session, REST_ACTION),
        }),
      },
      payload: JSON.stringify({ query: source, variables }),
    });
    const { data = null, errors = [] } = JSON.parse(response.payload);
    const cookie = response.cookies.find(({ name }) => name === SESSION_COOKIE)?.value ?? null;
    return { data, code: errors[0]?.extensions?.code ?? errors[0]?.message ?? null, session: cookie };
  };
  return {
    ...site,
    server,
    ask,
    async session({ id, login, password }) {
      const source = 'mutation($login: String!, $password: String!) { signIn(login: $login, password: $password) { action } }';
      const { session, code } = await ask(source, { login, password });
      if (session === null) throw new Error(`No session was started: ${code}`);
      return { id, sessionToken: session };
    },
    set,
    mailsTo,
    async person(role = 'subscriber') {
      const login = `person${(count += 1)}`;
      const draft = { login, email: `${login}@example.org`, password: `the password of ${login}`, role };
      return { ...draft, id: (await createUser(site.site, draft)).id };
    },
    async signIn({ login, password }) {
      const { data, errors } = await site.graphql(
        'mutation($login: String!, $password: String!) { signIn(login: $login, password: $password) { userId loginNonce action methods redirectTo } }',
        { login, password },
      );
      if (errors.length > 0) throw new Error(String(errors[0]?.extensions['code']));
      return data.signIn;
    },
    async step(route, body, { ip = `2001:db8:${((count += 1)).toString(16)}::1`, cookie } = {}) {
      const response = await site.http.inject({
        method: 'POST',
        url: `/rest/security/v1/two-fa/v2/${route}`,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': ip,
          ...(cookie !== undefined && { cookie: `${SESSION_COOKIE}=${cookie}` }),
        },
        payload: JSON.stringify(body),
      });
      const session = response.cookies.find(({ name }) => name === SESSION_COOKIE)?.value ?? null;
      return {
        status: response.statusCode,
        body: JSON.parse(response.payload),
        headers: response.headers as StepReply['headers'],
        session,
      };
    },
    async code(person) {
      // other mails may have arrived at the same time
      const codes = (await mailsTo(person)).map(({ text }) => /\b\d{4} \d{4}\b/.exec(text)?.[0]);
      return codes.find((code) => code !== undefined) ?? 'no code was mailed';
    },
    async close() {
      await site.close();
      await server.stop();
    },
  };
}
