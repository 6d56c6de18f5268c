import './content.ts';
import './media-item.ts';
import './post.ts';
import './post.queries.ts';
import './revision.queries.ts';
import './autosave.operations.ts';
import './post.mutations.ts';
import './content.connections.ts';
