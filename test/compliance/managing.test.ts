import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
  const { id } = await site.user('subscriber2');
  await site.site.db.prisma.user.update({ where: { id }, data: { extraCapabilities: { manage_privacy: true } } });
});
afterAll(() => site.close());

beforeEach(async () => {
  await site.site.db.prisma.legalDocument.deleteMany();
});

/** Fields of the results that the tests read. */
interface ResultFields {
  databaseId: number;
  version: number;
  isShown: boolean;
  isEdited: boolean;
  title: string;
  parts: object[];
}

/** Returns the object in the payload of a single mutation. */
function objectOfPayload(data: Record<string, Record<string, ResultFields>> | null): ResultFields | undefined {
  const [payload] = Object.values(data ?? {});
  return payload ? Object.values(payload)[0] : undefined;
}

async function runOperation(source: string, variables: Record<string, unknown> = {}, as: TestUserName | undefined = 'subscriber2') {
  const { data, errors } = await site.graphql(source, variables, as);
  return { data: data as Record<string, ResultFields> | null, result: objectOfPayload(data), code: errors[0]?.extensions['code'] };
}

const save = `mutation($slug: String!, $locale: String, $title: String, $parts: [LegalDocumentPartInput!]!) {
  updateLegalDocument(slug: $slug, locale: $locale, title: $title, parts: $parts) { legalDocumentText { slug locale title isEdited parts { name title text when insert isNumbered } } }
}`;
const documents = async (locale?: string): Promise<{ id: string; title: string; content: string }[]> =>
  (await site.rest('GET', '/compliance/v1/documents', { ...(locale && { query: { locale } }) })).body;

describe('Compliance settings', () => {
  it('change together, and null restores the default', async () => {
    const change =
      'mutation($changes: ComplianceSettingsChanges!) { updateComplianceSettings(changes: $changes) { complianceSettings { regions organizationName cookieExpiry takesDataRequests } } }';
    const { result } = await runOperation(change, {
      changes: { regions: ['UK'], organizationName: 'Hall', cookieExpiry: 30, takesDataRequests: false },
    });
    expect(result).toEqual({
      regions: ['UK'],
      organizationName: 'Hall',
      cookieExpiry: 30,
      takesDataRequests: false,
    });
    expect((await documents()).map(({ id }) => id)).toEqual(['cookie-statement-uk']);
    expect((await runOperation(change, { changes: { organizationName: 'Stage', cookieExpiry: -1 } })).code).toBe('invalid_arguments');
    expect((await runOperation('{ complianceSettings { organizationName } }')).data).toEqual({
      complianceSettings: { organizationName: 'Hall' },
    });
    await runOperation(change, { changes: { regions: null, organizationName: null, cookieExpiry: null, takesDataRequests: null } });
    expect((await documents()).map(({ id }) => id)).toEqual(['cookie-statement', 'cookie-statement-us']);
  });

  it('for maps can be changed only by administrators', async () => {
    const change =
      'mutation($changes: MapSettingsChanges!) { updateMapSettings(changes: $changes) { mapSettings { tileUrl accessCapability } } }';
    const tileUrl = 'https://tiles.example.org/{z}/{x}/{y}.png';
    expect((await runOperation(change, { changes: { tileUrl } }, 'administrator')).data).toEqual({
      updateMapSettings: { mapSettings: { tileUrl, accessCapability: 'manage_options' } },
    });
    expect((await runOperation(change, { changes: { tileUrl: 'javascript:1', accessCapability: 'read' } }, 'administrator')).code).toBe(
      'invalid_arguments',
    );
    expect((await runOperation('{ mapSettings { accessCapability } }', {}, 'administrator')).data?.['mapSettings']).toEqual({
      accessCapability: 'manage_options',
    });
    await runOperation(change, { changes: { tileUrl: null } }, 'administrator');
    for (const as of ['editor', 'subscriber2'] as const)
      expect((await runOperation(change, { changes: { tileUrl } }, as)).code).toBe('forbidden');
  });
});

describe('Texts of legal documents', () => {
  it('are replaced by a custom text in its locale until it is reset', async () => {
    const parts = [{ name: 'one', title: 'First', text: 'By [organisation_name]. <img src=x onerror=alert(1)>Please [article-one].' }];
    const { result } = await runOperation(save, { slug: 'cookie-statement', locale: 'de', title: 'Cookies bei uns', parts });
    expect(result).toEqual({
      slug: 'cookie-statement',
      locale: 'de',
      title: 'Cookies bei uns',
      isEdited: true,
      parts: [
        {
          name: 'one',
          title: 'First',
          text: 'By [organisation_name]. <img src="x" />Please [article-one].',
          when: [],
          insert: null,
          isNumbered: true,
        },
      ],
    });
    const [german] = await documents('de_AT');
    expect(german?.title).toBe('Cookies bei uns');
    expect(german?.content).toMatch(/<h2>1\. First<\/h2>\n<p>By .+\. <img src="x" \/>Please see paragraph 1\.<\/p>/);
    expect((await documents('en_US'))[0]?.title).toBe('Cookie Policy (EU)');
    const reset = await runOperation(
      'mutation { resetLegalDocument(slug: "cookie-statement", locale: "de") { legalDocumentText { title isEdited } } }',
    );
    expect(reset.data).toEqual({ resetLegalDocument: { legalDocumentText: { title: 'Cookie Policy (EU)', isEdited: false } } });
    expect((await documents('de_AT'))[0]?.title).toBe('Cookie Policy (EU)');
  });

  it('start with the generated text', async () => {
    const source =
      '{ legalDocumentText(slug: "cookie-statement-us") { title isEdited parts { name title subtitle text when isNumbered isAnnex insert } } }';
    const { title, isEdited, parts } = ((await runOperation(source)).data as Record<string, ResultFields>)[
      'legalDocumentText'
    ] as ResultFields;
    expect([title, isEdited, parts.length > 10]).toEqual(['Opt-out preferences', false, true]);
    const [, before] = await documents();
    await runOperation(save, { slug: 'cookie-statement-us', parts });
    const [, after] = await documents();
    expect(after?.content).toBe(before?.content);
    expect(after?.content).not.toMatch(/\bsee see\b/);
  });

  it.each([
    ['an unknown document', { slug: 'cookie-statement-moon', parts: [] }, 'legal_document_not_found'],
    ['a regional imprint', { slug: 'impressum', parts: [] }, 'legal_document_not_found'],
    ['an invalid locale', { slug: 'cookie-statement', locale: '../de', parts: [] }, 'invalid_arguments'],
  ])('for %s are refused and not stored', async (_title, variables, code) => {
    expect((await runOperation(save, variables)).code).toBe(code);
    expect(await site.site.db.prisma.legalDocument.count()).toBe(0);
  });

  it.each([
    ['an unknown circumstance', { when: ['FULL_MOON'] }],
    ['an unknown insert', { insert: 'PASSWORD' }],
  ])('with %s fail validation and are not stored', async (_title, part) => {
    const { errors } = await site.graphql(save, { slug: 'cookie-statement', parts: [part] }, 'administrator');
    expect(errors[0]?.message).toMatch(/^Variable "\$parts" got invalid value/);
    expect(await site.site.db.prisma.legalDocument.count()).toBe(0);
  });

  it('show the dates of the last change and the last confirmation', async () => {
    const lines = async () =>
      /<i>This page was last changed on (.*), last checked on (.*), and/.exec((await documents())[0]?.content ?? '');
    await runOperation(save, { slug: 'impressum-all', parts: [] });
    expect((await runOperation('mutation { confirmLegalDocuments { isConfirmed } }')).data).toEqual({
      confirmLegalDocuments: { isConfirmed: true },
    });
    const [, changed, checked] = (await lines()) ?? [];
    expect(changed).toBe(checked);
  });
});

describe('Banner designs', () => {
  const fields = '{ databaseId title version texts showsCategories isShown }';
  const listDesigns = async () =>
    (await runOperation(`{ privacyBannerDesigns ${fields} }`)).data?.['privacyBannerDesigns'] as unknown as ResultFields[];
  const readVersion = async () => (await site.rest('GET', '/compliance/v1/banner')).body.banner_version as number;

  it('increase the version for browsers with every change', async () => {
    const [{ databaseId, version: before }] = (await listDesigns()) as [ResultFields];
    const change = `mutation($id: Int!, $changes: PrivacyBannerDesignChanges!) { updatePrivacyBannerDesign(id: $id, changes: $changes) { privacyBannerDesign ${fields} } }`;
    const changes = { texts: { de_DE: { categoryStatistics: 'Statistik <b>' } }, showsCategories: false };
    expect((await runOperation(change, { id: databaseId, changes })).result).toMatchObject({
      version: before + 1,
      ...changes,
    });
    expect(await readVersion()).toBe(before + 1);
    const { body } = await site.rest('GET', '/compliance/v1/manage_consent_html', { query: { locale: 'de_DE', user_region: 'eu' } });
    expect(body).toContain('Statistik &lt;b&gt;');
    expect((await runOperation(change, { id: 999_999, changes })).code).toBe('banner_design_not_found');
    for (const invalid of [{ texts: { de: { headline: 'x' } } }, { texts: [1] }, { title: ' ' }])
      expect((await runOperation(change, { id: databaseId, changes: invalid })).code).toBe('invalid_arguments');
    expect(await readVersion()).toBe(before + 1);
  });

  it('can be added, shown and, if they are not shown, deleted', async () => {
    const versionBefore = await readVersion();
    const create = `mutation($input: PrivacyBannerDesignChanges!) { createPrivacyBannerDesign(input: $input) { privacyBannerDesign ${fields} } }`;
    const { databaseId: id, isShown } = (await runOperation(create, { input: { title: 'Winter' } })).result as ResultFields;
    expect([isShown, await readVersion()]).toEqual([false, versionBefore]);
    const show = `mutation($id: Int!) { showPrivacyBannerDesign(id: $id) { privacyBannerDesign ${fields} } }`;
    expect((await runOperation(show, { id })).result).toMatchObject({
      title: 'Winter',
      isShown: true,
      version: versionBefore + 1,
    });
    expect(await readVersion()).toBe(versionBefore + 1);
    const designs = await listDesigns();
    expect(designs.filter(({ isShown: isCurrent }) => isCurrent)).toHaveLength(1);
    const remove = 'mutation($id: Int!) { deletePrivacyBannerDesign(id: $id) { isDeleted } }';
    expect((await runOperation(remove, { id })).code).toBe('banner_design_is_shown');
    await runOperation(show, { id: designs[1]?.databaseId });
    expect((await runOperation(remove, { id })).data).toEqual({ deletePrivacyBannerDesign: { isDeleted: true } });
    expect((await runOperation(remove, { id })).code).toBe('banner_design_not_found');
    expect(await listDesigns()).toHaveLength(designs.length - 1);
  });
});

describe('Operations for privacy managers and administrators only', () => {
  const operations = [
    '{ complianceSettings { regions } }',
    'mutation { updateComplianceSettings(changes: {}) { complianceSettings { regions } } }',
    '{ legalDocumentText(slug: "cookie-statement") { title } }',
    'mutation { updateLegalDocument(slug: "cookie-statement", parts: []) { legalDocumentText { title } } }',
    'mutation { resetLegalDocument(slug: "cookie-statement") { legalDocumentText { title } } }',
    'mutation { confirmLegalDocuments { isConfirmed } }',
    '{ privacyBannerDesigns { title } }',
    'mutation { updatePrivacyBannerDesign(id: 1, changes: {}) { privacyBannerDesign { title } } }',
    'mutation { showPrivacyBannerDesign(id: 1) { privacyBannerDesign { title } } }',
    'mutation { createPrivacyBannerDesign(input: {}) { privacyBannerDesign { title } } }',
  ];
  it.each(operations)('%s', async (source) => {
    const codes = [];
    for (const as of [undefined, 'subscriber', 'contributor', 'author', 'editor', 'subscriber2', 'administrator'] as const)
      codes.push((await site.graphql(source, {}, as)).errors[0]?.extensions['code']);
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'forbidden'), undefined, undefined]);
  });
});
