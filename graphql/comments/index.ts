import './comment.ts';
import './comment.queries.ts';
import './comment.mutations.ts';
import './comment.connections.ts';
