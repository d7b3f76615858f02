import { startOpenIdApp, type OpenIdApp } from './openid-app.js';
import { HandmadeProvider } from './openid-provider.js';

/** The state of a suite that uses `withHandmadeProvider`. */
export let provider: HandmadeProvider;
export let app: OpenIdApp;

/** Gives a suite the service with a provider, which has no faults at the start of each test. */
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
