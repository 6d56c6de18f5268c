import { expect, it } from 'vitest';
import { testExamples } from './example-requests.ts';
import { itUnless } from '../support/needs.ts';
import { mappedNamespaces } from './printed.ts';

const elsewhere = ['vendor/events/v1', 'evt/v1', 'vendor/views/v2', 'vendor/tickets/v1'];
/** Namespaces whose documents have requests that need something which the test's site does not hold yet. */
const withoutExamples = ['consent-banner/v1', 'site-analytics/v1', 'compliance/v1', 'gallery-convert/v1', 'nps-survey/v1'];
const here = mappedNamespaces.filter((namespace) => !elsewhere.includes(namespace) && !withoutExamples.includes(namespace));

testExamples(here);

itUnless(`what the examples of ${withoutExamples.join(', ')} need is still to be made`, 'Examples of every namespace are sent', () => {
  expect(withoutExamples).toEqual([]);
});

it('No namespace is left out', () => {
  expect([...here, ...elsewhere, ...withoutExamples].toSorted()).toEqual([...mappedNamespaces].toSorted());
});
