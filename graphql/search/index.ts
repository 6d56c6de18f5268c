import './search.ts';
import './search.connections.ts';
