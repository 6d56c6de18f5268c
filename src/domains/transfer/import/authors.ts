import { createHash } from 'node:crypto';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { findUserByName } from '#app/domains/identity/users/user.record.ts';
import { isEmail, isLogin } from '#app/domains/identity/users/user.rules.ts';
import { createUser } from '#app/domains/identity/users/user.service.ts';
import type { ImportNote, ImportOptions } from '../importer.ts';
import { addToTally, type Tally } from '../tally.ts';
import type { WxrAuthor } from '../wxr/records.ts';
import { createAuthorNote } from './author-note.ts';
import { truncate } from './item-notes.ts';
import { assignIds, userIdSequence } from './assign-ids.ts';
import type { Survey } from './survey-file.ts';

/** Local account of each author, by login name or ID on the other site; null for an author without an account. */
export type AuthorMap = ReadonlyMap<string, number | null>;

const MAX_LOGIN_LENGTH = 60;

/** Returns the characters of a name that are allowed in login names. */
function toLogin(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9 _.@-]/g, '')
    .trim()
    .slice(0, MAX_LOGIN_LENGTH)
    .trim();
  return isLogin(plain) ? plain : '';
}

async function findLocalUser(site: Site, login: string, option: string): Promise<number> {
  const user = await findUserByName(site, login);
  if (!user) throw invalid('user_not_found', `${option}: there is no user "${login}" on this site.`);
  return user.id;
}

/** The local accounts that the options name. */
interface ChosenAccounts {
  byLogin: ReadonlyMap<string, number>;
  /** Account for authors without an account of their own; null if the options name none. */
  defaultAccount: number | null;
}

/** Finds the accounts that the options name. Throws `user_not_found` if an account does not exist. */
export async function findChosenAccounts(site: Site, options: ImportOptions): Promise<ChosenAccounts> {
  const byLogin = new Map<string, number>();
  for (const [login, localLogin] of options.authors)
    byLogin.set(login.toLowerCase(), await findLocalUser(site, localLogin, `--author ${login}=${localLogin}`));
  const defaultAccount = options.defaultAuthor === null ? null : await findLocalUser(site, options.defaultAuthor, '--default-author');
  return { byLogin, defaultAccount };
}

/** Returns an undeliverable email address, which is always the same for an author. */
function buildPlaceholderEmail(source: string, login: string): string {
  return `${createHash('sha256').update(`${source}\n${login}`).digest('hex').slice(0, 20)}@imported.invalid`;
}

/** Creates a subscriber without a password. An administrator can give the account another role. */
async function createAccount(site: Site, author: WxrAuthor, source: string): Promise<number> {
  const placeholder = buildPlaceholderEmail(source, author.login);
  const isEmailFree = isEmail(author.email) && (await findUserByName(site, author.email)) === null;
  const base = toLogin(author.login) || 'author';
  for (let n = 1; ; n += 1) {
    const login = n === 1 ? base : `${base.slice(0, MAX_LOGIN_LENGTH - 6)}-${n}`;
    if (await findUserByName(site, login)) continue;
    const { displayName, firstName, lastName } = author;
    const [id] = author.id === '' ? [] : await site.db.transaction((tx) => assignIds(tx, userIdSequence, [author.id]));
    const user = await createUser(site, {
      id,
      login,
      email: isEmailFree ? author.email : placeholder,
      role: 'subscriber',
      displayName: displayName || author.login,
      firstName,
      lastName,
    });
    return user.id;
  }
}

interface ResolvedAccount {
  id: number | null;
  isNew: boolean;
}

/** Finds or creates the account of one author. If `runId` is null, creates nothing, and `id` is null for an account that would be created. */
async function resolveAuthor(
  site: Site,
  author: WxrAuthor,
  source: string,
  chosen: ChosenAccounts,
  runId: number | null,
): Promise<ResolvedAccount> {
  const chosenId = chosen.byLogin.get(author.login.toLowerCase());
  if (chosenId !== undefined) return { id: chosenId, isNew: false };
  const [known] = await site.db.prisma.importedAuthor.findMany({
    where: { source, login: author.login },
    select: { userId: true, runId: true },
  });
  if (known) return { id: known.userId, isNew: known.runId === runId };
  const userWithLogin = isLogin(author.login) ? await findUserByName(site, author.login) : null;
  const user = userWithLogin ?? (isEmail(author.email) ? await findUserByName(site, author.email) : null);
  if (user) return { id: user.id, isNew: false };
  if (chosen.defaultAccount !== null) return { id: chosen.defaultAccount, isNew: false };
  if (runId === null) return { id: null, isNew: true };
  const id = await createAccount(site, author, source);
  await site.db.prisma.importedAuthor.create({ data: { source, login: author.login, userId: id, runId }, select: { userId: true } });
  return { id, isNew: true };
}

/** Creates a record for an author that items of the file name but the file does not describe. */
const buildItemAuthor = (login: string, line: number): WxrAuthor => ({
  kind: 'author',
  line,
  id: '',
  login,
  email: '',
  displayName: '',
  firstName: '',
  lastName: '',
});

/**
 * Finds an account for every author in the file: by the options, an earlier import, the login name or the email address, else the default
 * author. If none exists, creates a subscriber without a password. A repeated import creates no duplicates. If `runId` is null, creates
 * no accounts.
 */
export async function resolveAuthors(
  site: Site,
  survey: Survey,
  options: ImportOptions,
  runId: number | null,
): Promise<{ authors: AuthorMap; authorsById: AuthorMap; tally: Tally; notes: ImportNote[] }> {
  const chosen = await findChosenAccounts(site, options);
  const source = getSourceUrl(survey);
  const authors = new Map<string, number | null>();
  const authorsById = new Map<string, number | null>();
  const tally: Tally = {};
  const notes: ImportNote[] = [];
  for (const authorInFile of survey.authors) {
    const author = { ...authorInFile, login: truncate(authorInFile.login, 200) };
    addToTally(tally, 'author', 'inFile');
    if (author.login === '') {
      addToTally(tally, 'author', 'skipped');
      notes.push(createAuthorNote(author, 'skipped', 'it has no login name'));
      continue;
    }
    if (authors.has(author.login)) {
      addToTally(tally, 'author', 'skipped');
      notes.push(createAuthorNote(author, 'skipped', 'the file already describes this author'));
      continue;
    }
    const { id, isNew } = await resolveAuthor(site, author, source, chosen, runId);
    authors.set(author.login, id);
    if (author.id !== '') authorsById.set(author.id, id);
    addToTally(tally, 'author', isNew ? 'imported' : 'alreadyHere');
    if (isNew && !(isLogin(author.login) && isEmail(author.email))) {
      notes.push(
        createAuthorNote(
          author,
          'changed',
          'its login name or email address is not valid here: the account got another one',
          `${author.login} <${author.email}>`,
        ),
      );
    }
  }
  const accountByLogin = new Map([...authors].map(([login, id]) => [toLogin(login).toLowerCase(), id]));
  for (const [creator, line] of survey.creators) {
    const login = truncate(creator, 200);
    if (authors.has(login)) continue;
    const normalized = toLogin(login).toLowerCase();
    const knownId = normalized === '' ? undefined : accountByLogin.get(normalized);
    if (knownId !== undefined) {
      authors.set(login, knownId);
      notes.push(
        createAuthorNote(
          buildItemAuthor(login, line),
          'changed',
          'items spell the login name differently from the file: treated as the same author',
          login,
        ),
      );
      continue;
    }
    const { id, isNew } = await resolveAuthor(site, buildItemAuthor(login, line), source, chosen, runId);
    authors.set(login, id);
    accountByLogin.set(normalized, id);
    addToTally(tally, 'author named by items only', 'inFile');
    addToTally(tally, 'author named by items only', isNew ? 'imported' : 'alreadyHere');
  }
  const loginsInFile = new Set([...authors.keys()].map((login) => login.toLowerCase()));
  for (const login of options.authors.keys()) {
    if (!loginsInFile.has(login.toLowerCase()))
      notes.push(createAuthorNote(buildItemAuthor(login, 0), 'changed', 'an option names an author who is not in the file', login));
  }
  return { authors, authorsById, tally, notes };
}

/** Returns the URL of the other site, which identifies its authors in later imports. */
export function getSourceUrl({ channel }: Survey): string {
  return truncate(channel.baseUrl || channel.link, 500);
}
