import { Flag, Text } from '../../record/fields.js';
import { Status, type ResponseStatus } from '../../record/response-status.js';
import { longestSeal } from './openid-seals.service.js';

export class OpenIdResponse {
  @Flag({ description: 'Whether people can sign in with the provider.' }) Enabled!: boolean;
  @Text(200, { description: 'What they call it.' }) Name!: string;
  @Status() ResponseStatus!: ResponseStatus;
}

export class OpenIdStart {
  @Text(2000, {
    required: true,
    example: '/docs',
    description: '`/docs` or `/data` of this service, or a URL of OIDC_RETURN_URLS, exactly as it is set there.',
  })
  ReturnUrl!: string;
  @Text(43, {
    required: true,
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    description: 'The SHA-256 of a secret of the client, the code verifier, in base64url without padding.',
  })
  CodeChallenge!: string;
}

export class OpenIdStartResponse {
  @Text(16_000, { description: 'Where the browser has to go to sign in.' }) Url!: string;
  @Status() ResponseStatus!: ResponseStatus;
}

export class OpenIdTokenRequest {
  @Text(longestSeal, {
    required: true,
    secret: true,
    description: 'The OpenIdCode that came back with the browser, in the fragment of its address.',
  })
  Code!: string;
  @Text(200, { required: true, secret: true, description: 'The secret behind the CodeChallenge of the start.' })
  CodeVerifier!: string;
  @Text(40, {
    secret: true,
    description: "The authenticator app's six digits, or a recovery code, where its use here is active.",
  })
  MfaCode!: string;
}
