import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Network } from '../../config/settings/webhooks.js';
import { checkedLookup, mustBeReachable } from './receiver-address.js';

/** Milliseconds after which a receiver must have answered. */
export const longestPost = 15_000;

/**
 * Sends a body and returns the status of the answer. Reads no body of an answer and follows no redirect. Rejects if the
 * receiver does not answer in time, and with ForbiddenAddress.
 */
export function post(
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  allowed: readonly Network[],
): Promise<number> {
  const url = new URL(target);
  const isPlain = url.protocol === 'http:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // Check an address here; `checkedLookup` checks the addresses of a name.
    if (isIP(host) !== 0) mustBeReachable(host, allowed, isPlain);
    const sent = (isPlain ? requestHttp : requestHttps)(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      lookup: checkedLookup(allowed, isPlain),
      signal: AbortSignal.timeout(longestPost),
    });
    sent.on('response', (response) => {
      resolve(response.statusCode!);
      response.destroy();
    });
    sent.on('error', (error) =>
      reject(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? new Error(`No answer within ${longestPost / 1000} s.`)
          : error,
      ),
    );
    sent.end(body);
  });
}
