import './license.ts';
import './product.ts';
import './feedback.ts';
import './queries.ts';
import './mutations.ts';
