import './fields.ts';
import './page.queries.ts';
import './page.mutations.ts';
