import { type Viewer, createViewer } from '#app/domains/identity/auth/viewer.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { findUser, findUserByName } from '#app/domains/identity/users/user.record.ts';

/**
 * Returns the author for the content of a file that does not name authors: the user with this login name, or the first administrator if
 * the login name is null. Throws `user_not_found` if there is no such user.
 */
export async function getImportingViewer(site: Site, login: string | null): Promise<Viewer> {
  const administrator =
    login === null
      ? await site.db.prisma.user.findFirst({ where: { role: 'administrator' }, orderBy: { id: 'asc' }, select: { id: true } })
      : null;
  const user = login === null ? administrator && (await findUser(site, administrator.id)) : await findUserByName(site, login);
  if (!user)
    throw invalid(
      'user_not_found',
      login === null
        ? 'There is no administrator yet. Create one, or use --default-author.'
        : `--default-author: there is no user "${login}" on this site.`,
    );
  return createViewer(user, 'password');
}
