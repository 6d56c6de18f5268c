import './page-cache.queries.ts';
import './page-cache.mutations.ts';
