import type { Site } from '../../src/site.ts';
import { openBareSite } from './open-site.ts';

export interface TestSite extends Site {
  /** SQL of all statements since the last `statements.length = 0`. */
  statements: string[];
  close(): Promise<void>;
}

/** Opens a site without HTTP, with a new database that has the initial content of an installation. */
export async function openTestSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const { site, statements, close } = await openBareSite({ environment });
  return { ...site, statements, close };
}
