export { Html, type HtmlValue, html, trusted } from '../core/html.ts';
