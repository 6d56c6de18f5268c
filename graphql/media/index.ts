import './upload.ts';
import './fields.ts';
import './media.queries.ts';
import './media.connections.ts';
import './media.mutations.ts';
