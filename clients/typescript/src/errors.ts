import type { components } from '../schema.js';

type Failure = components['schemas']['Failure'];
export type Answered<T> = { data?: T | undefined; error?: Failure | undefined; response: Response };

/** A failed call. `answered` has the `response` and the received `error`. */
export class AgencyError extends Error {
  constructor(readonly answered: Answered<unknown>) {
    super(answered.error?.ResponseStatus.Message ?? messageOf(answered.response));
  }
}

/** The data of a response; throws AgencyError if the call failed. */
export async function dataFrom<T>(call: Promise<Answered<T>>): Promise<T> {
  const { data, ...others } = await call;
  if (data === undefined) throw new AgencyError(others);
  return data;
}

/**
 * Gives a failure that the service has not written, such as a page of a proxy or an empty body, a ResponseStatus whose
 * ErrorCode is the status. A page with a success, such as the sign-in page of a proxy, is a failure too: it gets the
 * status 502. Returns every other response as it came.
 */
export async function withFailure(response: Response): Promise<Response> {
  if (response.status < 400 && !isPage(response)) return response;
  const read = (await response
    .clone()
    .json()
    .catch(() => undefined)) as Partial<Failure> | null | undefined;
  if (typeof read?.ResponseStatus?.Message === 'string') return response;
  const { statusText } = response;
  const status = response.ok ? 502 : response.status;
  const headers = new Headers(response.headers);
  headers.delete('Content-Length');
  headers.set('Content-Type', 'application/json');
  const failure: Failure = {
    ResponseStatus: {
      ErrorCode: String(status),
      Message: messageOf(response),
      StackTrace: null,
      Errors: [],
      Meta: {},
    },
  };
  return new Response(JSON.stringify(failure), { status, statusText, headers });
}

/** No operation of the service responds with a page. */
function isPage({ headers }: Response): boolean {
  return (headers.get('Content-Type') ?? '').startsWith('text/html');
}

function messageOf({ status, ok }: Response): string {
  return ok ? 'A web page came instead of the response of the service.' : `The service responded with ${status}.`;
}
