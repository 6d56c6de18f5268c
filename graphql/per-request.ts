import type { Context } from './context.ts';

type Create<Value> = (context: Context) => Value;

const findOrCreate = <Value>(values: Map<unknown, unknown>, create: Create<Value>, context: Context): Value => {
  if (!values.has(create)) values.set(create, create(context));
  return values.get(create) as Value;
};

/** Returns a function that creates a value for a request on first use and returns it again afterwards. */
export const cachePerRequest =
  <Value>(create: Create<Value>): Create<Value> =>
  (context) =>
    findOrCreate(context.values, create, context);

/** Same as `cachePerRequest`, but for each response of a request, such as those of a subscription. */
export const cachePerResponse =
  <Value>(create: Create<Value>): Create<Value> =>
  (context) =>
    findOrCreate(context.load.values, create, context);
