import { Flag, Text } from '../../record/fields.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { OneTimeCode } from '../../auth/accounts/credential.fields.js';
import { longestState } from './openid-state.service.js';

export class OpenIdResponse {
  @Flag({ description: 'Whether OpenID Connect is configured.' }) Enabled!: boolean;
  @Text(200, { description: 'The name of the provider, for the sign-in button.' }) Name!: string;
  @Status() ResponseStatus!: ResponseStatus;
}

export class OpenIdStart {
  @Text(2000, {
    required: true,
    example: '/docs',
    description: '`/docs` or `/data` of this service, or a URL exactly as in OIDC_RETURN_URLS.',
  })
  ReturnUrl!: string;
  @Text(43, {
    required: true,
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    description: 'SHA-256 of the code verifier, a secret of the client, in base64url without padding.',
  })
  CodeChallenge!: string;
}

export class OpenIdStartResponse {
  @Text(16_000, { description: 'The page of the provider where the browser signs in.' }) Url!: string;
  @Status() ResponseStatus!: ResponseStatus;
}

export class OpenIdTokenRequest {
  @Text(longestState, {
    required: true,
    secret: true,
    description: 'The OpenIdCode from the fragment of the return URL.',
  })
  Code!: string;
  @Text(200, {
    required: true,
    secret: true,
    description: 'The secret whose SHA-256 you sent as CodeChallenge when you began to sign in.',
  })
  CodeVerifier!: string;
  @OneTimeCode() MfaCode!: string;
}
