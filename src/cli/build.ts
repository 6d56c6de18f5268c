import { buildService } from '../build/bundle.ts';

// `npm run build`: what `npm start` and the image load. Runs within `npm install` too, and is never needed: without it the sources are loaded.

await buildService();
