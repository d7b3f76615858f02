import autocannon from 'autocannon';

/** The result of one round. */
export interface Measured {
  /** The number of responses. */
  calls: number;
  perSecond: number;
  /** The median latency in milliseconds. */
  p50: number;
  p99: number;
}

/** Seconds of load before the first round that counts, because V8 compiles the code meanwhile. */
export const warmUp = 12;

export interface Load {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** For a POST: a function that makes a new body and headers for each call. */
  sent?: (call: number) => { body: object; headers?: Record<string, string> };
}

/** Counts over all rounds, so that no body repeats: the service may still execute calls of the previous round. */
let calls = 0;

export async function load({ url, headers, connections, seconds, sent }: Load): Promise<Measured> {
  const post = (request: autocannon.Request): autocannon.Request => {
    const { body, headers: more } = sent!(calls++);
    return { ...request, body: JSON.stringify(body), headers: { ...request.headers, ...more } };
  };
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    headers: { ...headers, ...(sent && { 'Content-Type': 'application/json' }) },
    connections,
    duration: seconds,
    // Seconds. A slow server may need more than autocannon's ten for a call, and is not broken.
    timeout: 60,
    ...(sent && { requests: [{ method: 'POST', setupRequest: post }] }),
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers that are no success, ${errors} errors`);
  return { calls: requests.total, perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}

/** Measures the seconds in which a client receives one whole response. */
export async function once(url: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const answer = await fetch(url, { headers });
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += (chunk as Uint8Array).length;
  if (bytes === 0) throw new Error(`${url}: an empty answer`);
  return (performance.now() - begin) / 1000;
}

export async function bearer(url: string, user: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/v1/Auth/Login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ UserName: `${user}@demo.test`, Password: 'demo agency pass phrase' }),
  });
  const { BearerToken } = (await answer.json()) as { BearerToken: string };
  return { Authorization: `Bearer ${BearerToken}` };
}
