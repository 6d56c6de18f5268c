/** Recorded response of a route to its example request. A test generates it. */
export interface RecordedResponse {
  status: number;
  /** The body, if it is JSON. */
  body?: unknown;
  /** The beginning of any other body. */
  text?: string;
}

/** Refusal bodies of a route by status and code. */
export type RouteRefusals = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Recorded refusals by the route's first method and its path. */
type RecordedRefusals = Readonly<Record<string, RouteRefusals>>;

/** Recorded responses by the route's first method and its path. URLs use `https://site.example`, whose REST root is `/rest`. */
type RecordedResponses = Readonly<Record<string, RecordedResponse>>;

/** Recorded responses and refusals of a namespace. */
export interface RecordedExamples {
  responses: RecordedResponses;
  refusals: RecordedRefusals;
}
