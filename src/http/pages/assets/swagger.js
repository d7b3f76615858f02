import { openSession } from './session.js';
import { plugin } from './swagger-plugin.js';

const schema = { type: 'http', scheme: 'bearer' };

const ui = SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#swagger-ui',
  plugins: [plugin],
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => {
    let isAuthorized = false;
    void openSession((user, token) => {
      if (token) ui.authActions.authorize({ bearer: { name: 'bearer', schema, value: token } });
      else if (isAuthorized) ui.authActions.logout(['bearer']);
      isAuthorized = token !== undefined;
    });
  },
});
