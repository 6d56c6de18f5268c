import './user.ts';
import './user.queries.ts';
import './user.mutations.ts';
import './user.connections.ts';
