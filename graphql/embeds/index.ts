import './embed.ts';
import './external-embed.ts';
