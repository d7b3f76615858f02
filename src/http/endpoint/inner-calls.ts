import { Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { ExternalContextCreator } from '@nestjs/core';
import { memoized } from '../../record/memoized.js';
import { Binder } from './binder.js';
import { HandlerResult } from './handler-result.js';
import type { Operation } from './operation.js';
import { currentRequest, type HandlerSource } from './request-context.js';

/** Calls the handler of an operation. Its parameter decorators read `source` instead of a request. */
type Handle = (source: HandlerSource) => Promise<object>;

/** Calls operations within a call, for the record that the path of its request or `params` name. */
@Injectable()
export class InnerCalls {
  constructor(
    private readonly creator: ExternalContextCreator,
    private readonly binder: Binder,
  ) {}

  /**
   * Calls an operation or a `@Reader` for the caller `user`, with the JSON value `json` as the body and without a
   * query. `params` are placeholders beside those of the request's path. No guard runs, so check the operation's access
   * first. The handler itself checks which records the caller may read and change. Throws Invalid, and the errors of
   * the operation.
   */
  async call(
    operation: Operation,
    user: unknown,
    json: unknown = {},
    params: Readonly<Record<string, string>> = {},
  ): Promise<HandlerResult> {
    const all = { ...currentRequest().request.params, ...params };
    const input = await this.binder.bind({ operation, params: all, query: new Map(), json });
    return HandlerResult.of(await this.handlerOf(operation)({ user, input }));
  }

  private readonly handlerOf = memoized(({ controller, handler, name }: Operation): Handle =>
    this.creator.create(
      controller,
      handler as (...given: unknown[]) => unknown,
      name,
      ROUTE_ARGS_METADATA,
      { exchangeKeyForValue: () => null },
      undefined,
      undefined,
      { guards: false, interceptors: false, filters: false },
    ),
  );
}
