/** Where the code verifier is kept while the browser is with the provider. */
const begun = 'agency.openid';

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Where the provider's sign-in page is for somebody who will come back to this one. */
async function addressOfProvider(call) {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const CodeChallenge = base64url(new Uint8Array(digest));
  const query = new URLSearchParams({ ReturnUrl: location.pathname, CodeChallenge });
  const { Url } = await call('GET', `/v1/Auth/OpenId/Start?${query}`);
  sessionStorage.setItem(begun, verifier);
  return Url;
}

/** Offers the provider, where there is one, on a button. failed: is told why it cannot be reached. */
export async function offerProvider(button, call, failed) {
  const { Enabled, Name } = await call('GET', '/v1/Auth/OpenId');
  // Browsers compute the challenge on pages that came safely alone.
  if (!Enabled || !crypto.subtle) return;
  button.textContent = `Sign in with ${Name}`;
  button.hidden = false;
  button.addEventListener('click', () =>
    addressOfProvider(call).then(
      (address) => location.assign(address),
      (error) => failed(error.message),
    ),
  );
}

const brought = new URLSearchParams(location.hash.slice(1));
const [Code, error] = [brought.get('OpenIdCode'), brought.get('OpenIdError')];
const isBack = Code !== null || error !== null;
// At once: the code stays neither in the address nor in the history.
if (isBack) history.replaceState(null, '', location.pathname);

/**
 * What the browser has brought back from the provider, in the fragment of the address: the body with which it signs in,
 * or an error. undefined: it has not been there.
 */
export function broughtBack() {
  if (!isBack) return undefined;
  const CodeVerifier = sessionStorage.getItem(begun) ?? '';
  sessionStorage.removeItem(begun);
  if (error !== null) return { error: `The sign-in did not come to an end (${error}). Try again.` };
  return { credentials: { Code, CodeVerifier } };
}
