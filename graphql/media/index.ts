import './upload.ts';
import './fields.ts';
import './media.queries.ts';
import './media.connections.ts';
import './image-editing.mutations.ts';
import './media.mutations.ts';
