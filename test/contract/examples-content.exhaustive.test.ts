import { expect, it } from 'vitest';
import { testExamples } from './example-requests.ts';
import { mappedNamespaces } from './printed.ts';

const elsewhere = ['vendor/events/v1', 'evt/v1', 'vendor/views/v2', 'vendor/tickets/v1'];
const here = mappedNamespaces.filter((namespace) => !elsewhere.includes(namespace));

testExamples(here);

it('Every namespace is tested', () => {
  expect([...here, ...elsewhere].toSorted()).toEqual([...mappedNamespaces].toSorted());
});
