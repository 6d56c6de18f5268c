import { expect, it } from 'vitest';
import { testExamples } from './example-requests.ts';
import { itUnless } from '../support/needs.ts';
import { inputsToWrite } from './inputs-to-write.ts';
import { mappedNamespaces } from './printed.ts';

const elsewhere = ['vendor/events/v1', 'evt/v1', 'vendor/views/v2', 'vendor/tickets/v1'];
const here = mappedNamespaces.filter((namespace) => !elsewhere.includes(namespace) && !inputsToWrite.includes(namespace));

testExamples(here);

itUnless(`what the examples of ${inputsToWrite.join(', ')} need is still to be made`, 'Examples of every namespace are sent', () => {
  expect(inputsToWrite).toEqual([]);
});

it('No namespace is left out', () => {
  expect([...here, ...elsewhere, ...inputsToWrite].toSorted()).toEqual([...mappedNamespaces].toSorted());
});
