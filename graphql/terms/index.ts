import './term.ts';
import './term.queries.ts';
import './term.mutations.ts';
