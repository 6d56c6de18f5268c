import { testExamples } from './example-requests.ts';

testExamples(['vendor/tickets/v1']);
