/** What a route returned to the request that it shows: a test sends it and keeps this. */
export interface RecordedResponse {
  status: number;
  /** The body, where it is JSON. */
  body?: unknown;
  /** The beginning of any other body. */
  text?: string;
}

/** Bodies of refusals of a route by status and code. */
export type RouteRefusals = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** How routes refuse what they do not take: by the route's first method and its path, as responses are. */
type RecordedRefusals = Readonly<Record<string, RouteRefusals>>;

/** What routes returned, by the route's first method and its path. Addresses are those of `https://site.example`, whose REST root is `/rest`. */
type RecordedAnswers = Readonly<Record<string, RecordedResponse>>;

/** What is recorded of the routes of a namespace. */
export interface Recorded {
  answers: RecordedAnswers;
  refusals: RecordedRefusals;
}
