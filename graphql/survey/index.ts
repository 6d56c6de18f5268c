import './survey.queries.ts';
import './survey.mutations.ts';
