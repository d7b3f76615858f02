import type { Config } from '../../config/config.js';
import { mostListed } from '../../record/field-error.js';
import { mostTaken, mostTerms } from '../../record/lists/list-options.js';
import { mostItems } from '../../record/rules.js';
import { mostValues } from '../../record/values/exact-json.js';
import { sizeText } from '../../record/values/size-text.js';
import { longestRow } from '../../sets/row-cutter.js';
import { responsesOfUser, keptFor, largestResponse } from '../response/idempotency.js';
import { mostParts } from '../body/body.js';
import { mostParameters } from '../body/urlencoded.js';

/** The limits for calls of the service, as a Markdown table. */
export function limitsOf(config: Config): string {
  const rows: readonly (readonly [what: string, limit: string, beyond: string])[] = [
    ['Body of a request', sizeText(config.bodyLimit), '413'],
    ['Nesting of a JSON body', `${config.bodyDepth}`, '400 `TooDeep`'],
    ['Values of a JSON body; fields of a form', `${shown(mostValues)}; ${shown(mostParts)}`, '400 `TooMany`'],
    ['Items of a list in a request; values of `FieldIn`', `${mostItems}`, '400 `Length`'],
    ['Query parameters', `${mostParameters}`, '400 `TooMany`'],
    ['Terms of `orderBy` and `orderByDesc`', `${mostTerms}`, '400 `TooMany`'],
    ['`take`', shown(mostTaken), '400 `InclusiveBetween`'],
    ['Errors that a response lists', `${mostListed}`, '`Meta.Total` counts all'],
    ['File of a record set; a row of it', `${sizeText(config.uploadLimit)}; ${sizeText(longestRow)}`, '413; 400'],
    ['File of a document or an image', sizeText(config.fileLimit), '413'],
    ['Headers', sizeText(config.headerLimit), '431'],
    [
      'Time for the headers; for a request',
      `${seconds(config.headersTimeout)}; ${seconds(config.requestTimeout)}`,
      '408',
    ],
    ['Pause while a file is sent', seconds(config.requestTimeout), '408'],
    ['Time without reading any part of a response', seconds(config.responseTimeout), 'the connection closes'],
    ['Time for the database to respond', seconds(config.databaseDeadline), '503 with `Retry-After`'],
    ['Requests of a user in a minute', budget(config.requestsPerUser), '429 with `Retry-After`'],
    ['Requests of an address in a minute', budget(config.requestsPerAddress), '429 with `Retry-After`'],
    ['Forms of pages from an address in a minute', budget(config.formsPerAddress), '429 with `Retry-After`'],
    ['Life of an `Idempotency-Key`', `${keptFor / 3_600_000} h`, 'the call runs again'],
    [
      'Stored responses for `Idempotency-Key`: each; of a user',
      `${sizeText(largestResponse)}; ${sizeText(responsesOfUser)}`,
      'a repeated call: 422',
    ],
  ];
  return `**Limits**

| What | At most | Beyond it |
|---|---|---|
${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
}

function shown(count: number): string {
  return count.toLocaleString('en-US');
}

function seconds(milliseconds: number): string {
  return `${shown(milliseconds / 1000)} s`;
}

/** The text for a limit of `count` calls. 0 means no limit. */
function budget(count: number): string {
  return count === 0 ? 'any number' : shown(count);
}
