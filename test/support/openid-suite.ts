import { startOpenIdApp, type OpenIdApp } from './openid-app.js';
import { HandmadeProvider } from './openid-provider.js';

/** What a suite finds that uses `withHandmadeProvider`. */
export let provider: HandmadeProvider;
export let app: OpenIdApp;

/** For a whole suite: a provider that behaves again before each test, and the service where its people sign in. */
export function withHandmadeProvider(): void {
  beforeAll(async () => {
    provider = await new HandmadeProvider().start();
    app = await startOpenIdApp(provider);
  });
  beforeEach(() => {
    provider.misdeeds = {};
    provider.more = {};
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });
}
