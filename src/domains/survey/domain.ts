import { defineDomain } from '#app/site.ts';
import { surveyData } from './personal-data.ts';

/** Surveys about administrators' satisfaction with a product (net promoter score). */
export const survey = defineDomain({ name: 'survey', personalData: surveyData });
