import { openSession } from './session.js';
import { plugin } from './swagger-plugin.js';
import './theme.js';

const schema = { type: 'http', scheme: 'bearer' };
const list = document.querySelector('#index');
const place = document.querySelector('#swagger-ui');

/** The OpenAPI document of the list. */
function documentOfList() {
  const paths = {};
  for (const { dataset, children } of list.querySelectorAll('details'))
    for (const link of children[1].querySelectorAll('a')) {
      const [verb, path, summary] = [...link.children].map(({ textContent }) => textContent);
      const security = 'open' in link.dataset ? { security: [] } : {};
      const operation = { operationId: link.hash.split('/').at(-1), tags: [dataset.tag], summary, ...security };
      (paths[path] ??= {})[verb.toLowerCase()] = operation;
    }
  return { ...JSON.parse(place.dataset.document), paths };
}

/** Shows Swagger UI instead of the list, with the same groups opened, scrolled to the same place. */
function replaceList() {
  for (const { dataset } of list.querySelectorAll('details[open]'))
    ui.layoutActions.show(['operations-tag', dataset.tag], true);
  const { scrollY } = window;
  place.hidden = false;
  list.remove();
  // A deep link scrolls by itself.
  if (!location.hash) scrollTo(0, scrollY);
}

const ui = SwaggerUIBundle({
  spec: documentOfList(),
  dom_id: '#swagger-ui',
  plugins: [plugin],
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => {
    replaceList();
    let isAuthorized = false;
    void openSession((user, token) => {
      if (token) ui.authActions.authorize({ bearer: { name: 'bearer', schema, value: token } });
      else if (isAuthorized) ui.authActions.logout(['bearer']);
      isAuthorized = token !== undefined;
    });
  },
});
