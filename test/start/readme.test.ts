import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { seedDemoContent } from '../../src/initial-content.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

const readme = readFileSync('README.md', 'utf8');
const reference = readFileSync('docs/reference/configuration.md', 'utf8');

/** Returns the variables in the first column of the table. */
function readDocumentedVariables(): string[] {
  const cells = reference
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[0] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name as string)).sort();
}

/** Returns the environment variables that the service reads. */
function findReadVariables(): string[] {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    { UPLOADS_STORE: 's3://bucket', S3_REGION: 'eu' },
    {
      get: (variables, name) => {
        names.add(String(name));
        return variables[String(name)];
      },
    },
  );
  readConfig(env);
  return [...names].sort();
}

describe('README', () => {
  it('describes exactly the variables that the service reads', () => {
    expect(readDocumentedVariables()).toEqual(findReadVariables());
  });

  describe('examples', () => {
    let site: WholeSite;
    beforeAll(async () => {
      site = await openWholeSite();
      await seedDemoContent(site.site, (await site.user('administrator')).id);
    });
    afterAll(() => site.close());

    it('find something in the demo content over REST', async () => {
      const addresses = [...readme.matchAll(/^curl '?http:\/\/localhost:4000\/rest([^\s']+)/gm)].map(([, path]) => path as string);
      expect(addresses.length).toBeGreaterThan(0);
      for (const path of addresses) {
        const { status, body } = await site.rest('GET', path);
        expect([path, status]).toEqual([path, 200]);
        expect(body.length).toBeGreaterThan(0);
      }
    });

    it('find something in the demo content over GraphQL', async () => {
      const documents = [...readme.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, text]) => text as string);
      expect(documents.length).toBeGreaterThan(0);
      for (const document of documents) {
        const { data, errors } = await site.graphql(document);
        expect(errors).toEqual([]);
        expect(data.postPage.totalCount).toBeGreaterThan(0);
      }
    });
  });
});
