import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-custom';
import { ServiceError } from '../../errors/errors.js';
import { BodyReader } from '../../http/body/body-reader.js';
import { currentRequest } from '../../http/endpoint/request-context.js';
import type { Principal } from '../accounts/principal.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';

/** Authenticates by the API key in the header X-Api-Key. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy, 'api-key') {
  constructor(private readonly keys: ApiKeysService) {
    super();
  }

  async validate(request: Request): Promise<Principal | undefined> {
    return this.keys.callerOf(headerKey(request));
  }
}

/** Authenticates by the API key in the field ApiKey of the body, which has been read before. */
@Injectable()
export class BodyApiKeyStrategy extends PassportStrategy(Strategy, 'body-api-key') {
  constructor(
    private readonly keys: ApiKeysService,
    private readonly bodies: BodyReader,
  ) {
    super();
  }

  async validate(): Promise<Principal | undefined> {
    return this.keys.callerOf(bodyKey(this.bodies));
  }
}

/** The header X-Api-Key; '' if the call has none. */
export function headerKey({ headers }: Request): string {
  const key = headers['x-api-key'];
  return typeof key === 'string' ? key : '';
}

/**
 * The field ApiKey of the body; '' if the body has none. Ignores an invalid body, because binding reports its errors
 * later.
 */
export function bodyKey(bodies: BodyReader): string {
  try {
    const body = bodies.json(currentRequest());
    const key = typeof body === 'object' && body !== null && 'ApiKey' in body ? body.ApiKey : '';
    return typeof key === 'string' ? key : '';
  } catch (error) {
    if (error instanceof ServiceError) return '';
    throw error;
  }
}
