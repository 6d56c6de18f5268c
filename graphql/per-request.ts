import type { Context } from './context.ts';

type Make<Kept> = (context: Context) => Kept;

const keptIn = <Kept>(kept: Map<unknown, unknown>, make: Make<Kept>, context: Context): Kept => {
  if (!kept.has(make)) kept.set(make, make(context));
  return kept.get(make) as Kept;
};

/** Returns a function that creates a value for a request on first use and returns it again afterwards. */
export const perRequest =
  <Kept>(make: Make<Kept>): Make<Kept> =>
  (context) =>
    keptIn(context.kept, make, context);

/** Works as `perRequest`, but for each response of a request, such as those of a subscription. The values are created again for each response. */
export const perResponse =
  <Kept>(make: Make<Kept>): Make<Kept> =>
  (context) =>
    keptIn(context.load.kept, make, context);
