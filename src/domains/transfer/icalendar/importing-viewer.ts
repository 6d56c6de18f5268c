import { type Viewer, viewerOf } from '#app/domains/identity/auth/viewer.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { findUser, findUserByName } from '#app/domains/identity/users/user.record.ts';

/** Returns the author for content of a file without authors: the named user, else the first administrator. Throws if neither exists. */
export async function importingViewer(site: Site, login: string | null): Promise<Viewer> {
  const first =
    login === null
      ? await site.db.prisma.user.findFirst({ where: { role: 'administrator' }, orderBy: { id: 'asc' }, select: { id: true } })
      : null;
  const user = login === null ? first && (await findUser(site, first.id)) : await findUserByName(site, login);
  if (!user)
    throw invalid(
      'user_not_found',
      login === null ? 'There is no administrator yet.' : `--default-author: there is no user "${login}" on this site.`,
    );
  return viewerOf(user, 'password');
}
