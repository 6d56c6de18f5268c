import './gallery.queries.ts';
import './gallery.mutations.ts';
