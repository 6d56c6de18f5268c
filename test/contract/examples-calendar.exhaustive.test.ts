import { testExamples } from './example-requests.ts';

testExamples(['vendor/events/v1', 'evt/v1', 'vendor/views/v2']);
