import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../src/rest/openapi/document.ts';
import { isOperation } from '../../src/rest/engine/plan.ts';
import { createPublishedDocument } from '../../src/rest/openapi/create-published-document.ts';
import { findLintProblems } from './openapi-linters.ts';
import { getMapEngine, mappedNamespaces, REST_URL } from './printed.ts';

const { plans } = getMapEngine();
const documents = createDocuments(getMapEngine(), { restUrl: REST_URL, version: '1' });

/** Rules that a document cannot follow because clients depend on its form, with the reason. */
const forced: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'vendor/events/v1': {
    'redocly/info-license': 'docs/behaviour/events.md 2.11: `info` is version, title and description',
    'spectral/info-contact': 'docs/behaviour/events.md 2.11: `info` is version, title and description',
    'redocly/no-server-trailing-slash': 'docs/behaviour/events.md 2.11: the server ends in a slash',
    'spectral/oas3-server-trailing-slash': 'docs/behaviour/events.md 2.11: the server ends in a slash',
  },
  'vendor/tickets/v1': {
    'redocly/info-license': 'docs/behaviour/tickets.md 8: the same form as the calendar',
    'spectral/info-contact': 'docs/behaviour/tickets.md 8: the same form as the calendar',
    'redocly/no-server-trailing-slash': 'docs/behaviour/tickets.md 8: the same form as the calendar',
    'spectral/oas3-server-trailing-slash': 'docs/behaviour/tickets.md 8: the same form as the calendar',
  },
  'evt/v1': { 'redocly/info-license': 'docs/behaviour/events.md 3.7: `info` is title, version, description and contact' },
};

const published = plans.flatMap(({ namespace, runs }) =>
  isOperation(runs) || !runs.document ? [] : [[namespace, createPublishedDocument(plans, namespace, REST_URL, runs.document)] as const],
);
const printed = mappedNamespaces.map((namespace) => [namespace, documents.of(namespace, namespace || 'Site index')] as const);

describe('Two linters report no problem', () => {
  it.each(printed)('about the OpenAPI document of %j', async (_namespace, document) => {
    expect(await findLintProblems(document)).toEqual([]);
  });

  it.each(published)('about the document that %s publishes, except for its fixed form', async (namespace, document) => {
    const findings = await findLintProblems(document);
    const reasons = forced[namespace] ?? {};
    expect(findings.filter(({ rule }) => !(rule in reasons))).toEqual([]);
    expect(
      Object.keys(reasons).filter((rule) => !findings.some((finding) => finding.rule === rule)),
      'unused exceptions',
    ).toEqual([]);
  });
});

it('The linters report an invalid document', async () => {
  const [, siteIndex] = printed.find(([namespace]) => namespace === '') ?? [];
  const document = structuredClone(siteIndex) as { paths: Record<string, { get: { summary?: string; tags?: string[] } }> };
  delete document.paths['/']?.get.summary;
  delete document.paths['/']?.get.tags;
  expect((await findLintProblems(document)).map(({ rule }) => rule)).toEqual(['redocly/operation-summary', 'spectral/operation-tags']);
});
