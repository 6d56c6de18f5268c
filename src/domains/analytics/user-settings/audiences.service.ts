import type { Site } from '#app/site.ts';
import { type AnalyticsUser, changeUserSettings } from './user-row.ts';

export interface AudienceChanges {
  configuredAudiences?: readonly string[] | null | undefined;
  isHidden?: boolean | null | undefined;
  didSet?: boolean | null | undefined;
}

/** Stores the audiences that a user has selected. Also records that the user has made a selection. */
export async function changeAudiences(
  site: Site,
  userId: number,
  { configuredAudiences, isHidden, didSet }: AudienceChanges,
): Promise<AnalyticsUser> {
  const audiences = configuredAudiences?.filter((name) => name !== '');
  const hasSelection = audiences !== undefined && audiences.length > 0;
  return await changeUserSettings(site.db.prisma, userId, {
    ...(typeof isHidden === 'boolean' && { areAudiencesHidden: isHidden }),
    ...(typeof didSet === 'boolean' && { didSetAudiences: didSet }),
    ...(audiences && { configuredAudiences: audiences }),
    ...(hasSelection && { didSetAudiences: true }),
  });
}
