import type { Context } from './context.ts';

type Make<Kept> = (context: Context) => Kept;

const keptIn = <Kept>(kept: Map<unknown, unknown>, make: Make<Kept>, context: Context): Kept => {
  if (!kept.has(make)) kept.set(make, make(context));
  return kept.get(make) as Kept;
};

/** What a module keeps for one request, made when it is first asked for. */
export const perRequest =
  <Kept>(make: Make<Kept>): Make<Kept> =>
  (context) =>
    keptIn(context.kept, make, context);

/** The same for one of the responses to a request, such as those of a subscription: what reads were made for it. */
export const perResponse =
  <Kept>(make: Make<Kept>): Make<Kept> =>
  (context) =>
    keptIn(context.load.kept, make, context);
