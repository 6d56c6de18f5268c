import { defineDomain } from '#app/site.ts';
import { surveyData } from './personal-data.ts';

/** Asking administrators how satisfied they are with a product (net promoter score). */
export const survey = defineDomain({ name: 'survey', personalData: surveyData });
