import './event-import.ts';
import './event-import.queries.ts';
import './event-import.mutations.ts';
import './event-import-changed.ts';
