import { print } from 'graphql';
import { inject } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { isOperation, type Plan } from '../../src/rest/engine/plan.ts';
import type { Method } from '../../src/rest/parameters/request.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { selectCoveringSample } from './covering-sample.ts';
import { type Input, generateInputs } from './inputs.ts';
import { connectAnalytics, getAnalyticsInputs, removesAnalyticsData } from './inputs-analytics.ts';
import { createGalleryPost, getComplianceInputs } from './inputs-compliance.ts';
import { getConsentInputs } from './inputs-consent.ts';
import { getMapsInputs } from './inputs-maps.ts';
import { getMapEngine } from './printed.ts';

/**
 * Two sites that receive the same requests in the same order, one with REST, the other with GraphQL. Their data stays equal, including IDs and dates.
 */
export interface TwoSites {
  rest: WholeSite;
  graphql: WholeSite;
  /** ID of a post with a gallery, the same on both sites. */
  galleryId: number;
  /** Returns the number of created items, which is part of their names. */
  things(): number;
  /** Advances the clock by a second, so that new items have a later date. */
  advance(): void;
  close(): Promise<void>;
}

/** Opens both sites. With `servesWhole`, the GraphQL site also serves the members that only the REST interface needs. */
export async function openTwoSites(options: { servesWhole: boolean }): Promise<TwoSites> {
  let things = 0;
  const advance = () => {
    things += 1;
    setClock(createFrozenClock(new Date(Date.UTC(2026, 10, 20, 8, 17, things))));
  };
  advance();
  const [rest, graphql] = [await openWholeSite(), await openWholeSite({}, options)];
  let galleryId = 0;
  for (const site of [rest, graphql]) {
    for (const name of ['administrator', 'subscriber'] as const) await site.user(name);
    galleryId = await createGalleryPost(site);
    await connectAnalytics(site);
  }
  return {
    rest,
    graphql,
    galleryId,
    things: () => things,
    advance,
    async close() {
      setClock();
      await Promise.all([rest.close(), graphql.close()]);
    },
  };
}

/** Returns handwritten inputs if published parameters are not sufficient, otherwise generated ones. */
export const getInputs = (plan: Plan, method: Method, count: number, galleryId: number): readonly Input[] =>
  getMapsInputs(plan.path, method) ??
  getAnalyticsInputs(plan.path, method) ??
  getConsentInputs(plan.path, method) ??
  getComplianceInputs(plan.path, method, galleryId) ??
  generateInputs(plan, count);

/** Returns the example of the route without its path parameters. */
export function getExampleInput({ options: { example = {} }, segments }: Plan): Input {
  return Object.fromEntries(Object.entries(example).filter(([name]) => !segments.some((segment) => segment.name === name)));
}

/** True for routes that receive a file, because the two APIs receive files in different ways. */
const takesFile = ({ runs }: Plan) =>
  isOperation(runs) && (runs.operation.variableDefinitions ?? []).some(({ type }) => print(type).startsWith('Upload'));

/** Routes that run an operation, with their first method. Routes that remove data that others need are last. */
const sendableRoutes = getMapEngine()
  .plans.filter((plan) => isOperation(plan.runs) && !takesFile(plan))
  .toSorted((a, b) => Number(removesAnalyticsData(a.path)) - Number(removesAnalyticsData(b.path)))
  .flatMap((plan) => plan.methods.slice(0, 1).map((method) => ({ plan, method, title: `${method} ${plan.path}` })));

/** The routes of this run: all in exhaustive mode, otherwise a covering sample. */
export const routesToSend = inject('isExhaustive') ? sendableRoutes : selectCoveringSample(sendableRoutes);
