/** Key in sessionStorage of the code verifier and of the page's fragment while the browser is at the provider. */
const begun = 'agency.openid';

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Starts a sign-in that returns to this page. Returns the URL of the provider's sign-in page. */
async function addressOfProvider(call) {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const CodeChallenge = base64url(new Uint8Array(digest));
  const query = new URLSearchParams({ ReturnUrl: location.pathname, CodeChallenge });
  const { Url } = await call('GET', `/v1/Auth/OpenId/Start?${query}`);
  sessionStorage.setItem(begun, JSON.stringify({ verifier, hash: location.hash }));
  return Url;
}

/**
 * Shows the sign-in buttons if OpenID Connect is configured. Calls `failed` with a message if the start of a sign-in
 * fails.
 */
export async function offerProvider(buttons, call, failed) {
  const { Enabled, Name } = await call('GET', '/v1/Auth/OpenId');
  // Browsers offer crypto.subtle only on HTTPS and localhost.
  if (!Enabled || !crypto.subtle) return;
  for (const button of buttons) {
    button.textContent = `Sign in with ${Name}`;
    button.hidden = false;
    button.addEventListener('click', () =>
      addressOfProvider(call).then(
        (address) => location.assign(address),
        (error) => failed(error.message),
      ),
    );
  }
}

const brought = new URLSearchParams(location.hash.slice(1));
const [Code, error] = [brought.get('OpenIdCode'), brought.get('OpenIdError')];
const isBack = Code !== null || error !== null;
const { verifier: CodeVerifier = '', hash = '' } = JSON.parse((isBack && sessionStorage.getItem(begun)) || '{}');
if (isBack) {
  sessionStorage.removeItem(begun);
  // Remove the code from the address and the history at once, and lead back to where the sign-in began.
  history.replaceState(null, '', location.pathname + hash);
}

/**
 * The provider's result in the fragment of the address: credentials for the sign-in, or an error. Returns undefined if
 * the browser does not come from the provider.
 */
export function broughtBack() {
  if (!isBack) return undefined;
  if (error !== null) return { error: `The sign-in failed (${error}). Try again.` };
  return { credentials: { Code, CodeVerifier } };
}
