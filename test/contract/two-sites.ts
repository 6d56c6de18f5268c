import { print } from 'graphql';
import { inject } from 'vitest';
import { frozenAt, setClock } from '../../src/core/time/clock.ts';
import { isOperation, type Plan } from '../../src/rest/engine/plan.ts';
import type { Method } from '../../src/rest/table.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { coveringSample } from './covering-sample.ts';
import { type Input, inputsOf } from './inputs.ts';
import { connectAnalytics, inputsOfAnalytics, undoesAnalytics } from './inputs-analytics.ts';
import { galleryPost, inputsOfCompliance } from './inputs-compliance.ts';
import { inputsOfConsent } from './inputs-consent.ts';
import { inputsOfMaps } from './inputs-maps.ts';
import { mapEngine } from './printed.ts';

/** Two sites that are given the same requests in the same order, one through each API: what is in them stays the same, ids and dates included. */
export interface TwoSites {
  rest: WholeSite;
  graphql: WholeSite;
  /** A post with a gallery, the same on both. */
  galleryId: number;
  /** How many things were made; names of things bear it. */
  things(): number;
  /** One second later for both sites: what is made now is younger than what was. */
  advance(): void;
  close(): Promise<void>;
}

/** Opens both; with `servesWhole` the one for GraphQL also knows what is there for old clients alone. */
export async function openTwoSites(options: { servesWhole: boolean }): Promise<TwoSites> {
  let things = 0;
  const advance = () => {
    things += 1;
    setClock(frozenAt(new Date(Date.UTC(2026, 10, 20, 8, 17, things))));
  };
  advance();
  const [rest, graphql] = [await openWholeSite(), await openWholeSite({}, options)];
  let galleryId = 0;
  for (const site of [rest, graphql]) {
    for (const name of ['administrator', 'subscriber'] as const) await site.user(name);
    galleryId = await galleryPost(site);
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

/** Inputs that were written, where what is published says nothing; else those made from what is. */
export const inputsFor = (plan: Plan, method: Method, count: number, galleryId: number): readonly Input[] =>
  inputsOfMaps(plan.path, method) ??
  inputsOfAnalytics(plan.path, method) ??
  inputsOfConsent(plan.path, method) ??
  inputsOfCompliance(plan.path, method, galleryId) ??
  inputsOf(plan, count);

/** What the row itself shows of a request, in addition to what stands in the path. */
export function shownInput({ options: { example = {} }, segments }: Plan): Input {
  return Object.fromEntries(Object.entries(example).filter(([name]) => !segments.some((segment) => segment.name === name)));
}

/** Files travel in a form of their own in each API. */
const takesFile = ({ runs }: Plan) =>
  isOperation(runs) && (runs.operation.variableDefinitions ?? []).some(({ type }) => print(type).startsWith('Upload'));

/** Routes that run an operation, with their first method; those that undo what others need come last. */
const sendableRoutes = mapEngine()
  .plans.filter((plan) => isOperation(plan.runs) && !takesFile(plan))
  .toSorted((a, b) => Number(undoesAnalytics(a.path)) - Number(undoesAnalytics(b.path)))
  .flatMap((plan) => plan.methods.slice(0, 1).map((method) => ({ plan, method, title: `${method} ${plan.path}` })));

/** The routes that this run sends: all of them in tier 2, a covering sample in tier 1. */
export const rowsToSend = inject('isExhaustive') ? sendableRoutes : coveringSample(sendableRoutes);
