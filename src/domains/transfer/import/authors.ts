import { createHash } from 'node:crypto';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { findUserByName } from '#app/domains/identity/users/user.record.ts';
import { isEmail, isLogin } from '#app/domains/identity/users/user.rules.ts';
import { createUser } from '#app/domains/identity/users/user.service.ts';
import type { ImportNote, ImportOptions } from '../importer.ts';
import { count, type Tally } from '../tally.ts';
import type { WxrAuthor } from '../wxr/records.ts';
import { authorNote } from './author-note.ts';
import { short } from './item-notes.ts';
import { keepNumbers, userNumbers } from './kept-numbers.ts';
import type { Survey } from './survey.ts';

/** Local account of each author, by login name or ID on the other site; null = no account. */
export type AuthorMap = ReadonlyMap<string, number | null>;

const LONGEST_LOGIN = 60;

/** Returns the characters of a name that are allowed in login names. */
function loginOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9 _.@-]/g, '')
    .trim()
    .slice(0, LONGEST_LOGIN)
    .trim();
  return isLogin(plain) ? plain : '';
}

async function ownUser(site: Site, login: string, option: string): Promise<number> {
  const user = await findUserByName(site, login);
  if (!user) throw invalid('user_not_found', `${option}: there is no user "${login}" on this site.`);
  return user.id;
}

/** The accounts given in the options. */
interface Chosen {
  byLogin: ReadonlyMap<string, number>;
  fallback: number | null;
}

/** Finds the accounts given in the options. Throws if one does not exist. */
export async function chosenAuthors(site: Site, options: ImportOptions): Promise<Chosen> {
  const byLogin = new Map<string, number>();
  for (const [from, to] of options.authors) byLogin.set(from.toLowerCase(), await ownUser(site, to, `--author ${from}=${to}`));
  const fallback = options.defaultAuthor === null ? null : await ownUser(site, options.defaultAuthor, '--default-author');
  return { byLogin, fallback };
}

/** Returns an undeliverable address that is stable for each author. */
function placeholderEmail(source: string, login: string): string {
  return `${createHash('sha256').update(`${source}\n${login}`).digest('hex').slice(0, 20)}@imported.invalid`;
}

/** Creates an account without password and rights, until an administrator gives it a role. */
async function makeAccount(site: Site, author: WxrAuthor, source: string): Promise<number> {
  const placeholder = placeholderEmail(source, author.login);
  const hasAddress = isEmail(author.email) && (await findUserByName(site, author.email)) === null;
  const base = loginOf(author.login) || 'author';
  for (let n = 1; ; n += 1) {
    const login = n === 1 ? base : `${base.slice(0, LONGEST_LOGIN - 6)}-${n}`;
    if (await findUserByName(site, login)) continue;
    const { displayName, firstName, lastName } = author;
    const [id] = author.id === '' ? [] : await site.db.transaction((tx) => keepNumbers(tx, userNumbers, [author.id]));
    const user = await createUser(site, {
      id,
      login,
      email: hasAddress ? author.email : placeholder,
      role: 'subscriber',
      displayName: displayName || author.login,
      firstName,
      lastName,
    });
    return user.id;
  }
}

interface Resolved {
  id: number | null;
  isNew: boolean;
}

/** Finds or creates the account of one author. Without a run, only returns the result. */
async function resolve(site: Site, author: WxrAuthor, source: string, chosen: Chosen, runId: number | null): Promise<Resolved> {
  const named = chosen.byLogin.get(author.login.toLowerCase());
  if (named !== undefined) return { id: named, isNew: false };
  const [known] = await site.db.prisma.importedAuthor.findMany({
    where: { source, login: author.login },
    select: { userId: true, runId: true },
  });
  if (known) return { id: known.userId, isNew: known.runId === runId };
  const same = isLogin(author.login) ? await findUserByName(site, author.login) : null;
  const sameAddress = same ?? (isEmail(author.email) ? await findUserByName(site, author.email) : null);
  if (sameAddress) return { id: sameAddress.id, isNew: false };
  if (chosen.fallback !== null) return { id: chosen.fallback, isNew: false };
  if (runId === null) return { id: null, isNew: true };
  const id = await makeAccount(site, author, source);
  await site.db.prisma.importedAuthor.create({ data: { source, login: author.login, userId: id, runId }, select: { userId: true } });
  return { id, isNew: true };
}

/** Returns an author that only items mention and the file does not describe. */
const undescribed = (login: string, line: number): WxrAuthor => ({
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
 * Finds an account for every author in the file: by the options, an earlier import, the login name or the address, else the default author. Otherwise creates
 * one, as a subscriber who cannot sign in. A repeated import creates no duplicates. With `runId` null, creates no accounts.
 */
export async function resolveAuthors(
  site: Site,
  survey: Survey,
  options: ImportOptions,
  runId: number | null,
): Promise<{ authors: AuthorMap; byNumber: AuthorMap; tally: Tally; notes: ImportNote[] }> {
  const chosen = await chosenAuthors(site, options);
  const source = sourceOf(survey);
  const authors = new Map<string, number | null>();
  const byNumber = new Map<string, number | null>();
  const tally: Tally = {};
  const notes: ImportNote[] = [];
  for (const listed of survey.authors) {
    const author = { ...listed, login: short(listed.login, 200) };
    count(tally, 'author', 'inFile');
    if (author.login === '') {
      count(tally, 'author', 'skipped');
      notes.push(authorNote(author, 'skipped', 'it has no login name'));
      continue;
    }
    if (authors.has(author.login)) {
      count(tally, 'author', 'skipped');
      notes.push(authorNote(author, 'skipped', 'the file describes this author before'));
      continue;
    }
    const { id, isNew } = await resolve(site, author, source, chosen, runId);
    authors.set(author.login, id);
    if (author.id !== '') byNumber.set(author.id, id);
    count(tally, 'author', isNew ? 'imported' : 'alreadyHere');
    if (isNew && !(isLogin(author.login) && isEmail(author.email))) {
      notes.push(
        authorNote(
          author,
          'changed',
          'its login name or e-mail address cannot be one here: the account got another',
          `${author.login} <${author.email}>`,
        ),
      );
    }
  }
  const described = new Map([...authors].map(([login, id]) => [loginOf(login).toLowerCase(), id]));
  for (const [creator, line] of survey.creators) {
    const login = short(creator, 200);
    if (authors.has(login)) continue;
    const similar = loginOf(login).toLowerCase();
    const known = similar === '' ? undefined : described.get(similar);
    if (known !== undefined) {
      authors.set(login, known);
      notes.push(
        authorNote(
          undescribed(login, line),
          'changed',
          'items name an author in another spelling than the file describes: taken for the same',
          login,
        ),
      );
      continue;
    }
    const { id, isNew } = await resolve(site, undescribed(login, line), source, chosen, runId);
    authors.set(login, id);
    described.set(similar, id);
    count(tally, 'author named by items only', 'inFile');
    count(tally, 'author named by items only', isNew ? 'imported' : 'alreadyHere');
  }
  const inFile = new Set([...authors.keys()].map((login) => login.toLowerCase()));
  for (const login of options.authors.keys()) {
    if (!inFile.has(login.toLowerCase()))
      notes.push(authorNote(undescribed(login, 0), 'changed', 'an option names an author whom the file does not have', login));
  }
  return { authors, byNumber, tally, notes };
}

/** Returns the address of the other site, which identifies its authors in later imports. */
export function sourceOf({ channel }: Survey): string {
  return short(channel.baseUrl || channel.link, 500);
}
