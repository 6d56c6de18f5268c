import './term.ts';
import './term.queries.ts';
import './term.mutations.ts';
import './term.connections.ts';
