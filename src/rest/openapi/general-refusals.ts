/** A body of a refusal. */
export interface RefusalBody {
  code: string;
  message: string;
  data: Readonly<Record<string, unknown>>;
}

/**
 * General refusals of every operation by status (docs/behaviour/core-rest.md 1.4, 1.5 and 3): invalid JSON, a wrong application password, an invalid
 * session nonce, a path without a route, and an internal error. Documents show them if no refusal of the operation itself was recorded.
 */
export const generalRefusals: Readonly<Record<400 | 401 | 403 | 404 | 'default', RefusalBody>> = {
  400: {
    code: 'rest_invalid_json',
    message: 'Invalid JSON body passed.',
    data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
  },
  401: { code: 'incorrect_password', message: 'The application password is not right.', data: { status: 401 } },
  403: { code: 'rest_cookie_invalid_nonce', message: 'The nonce does not fit or has expired.', data: { status: 403 } },
  404: { code: 'rest_no_route', message: 'No route was found matching the URL and request method.', data: { status: 404 } },
  default: { code: 'internal_server_error', message: 'An internal error occurred.', data: { status: 500 } },
};
