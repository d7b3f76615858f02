import { openSession } from './session.js';
import { documentOf, plugin } from './swagger-plugin.js';
import './theme.js';

const schema = { type: 'http', scheme: 'bearer' };
const list = document.querySelector('#index');
const place = document.querySelector('#swagger-ui');
let token;
let ui;
let isAuthorized = false;

/** Gives Swagger UI the token of the session. */
function authorize() {
  if (!ui) return;
  if (token) ui.authActions.authorize({ bearer: { name: 'bearer', schema, value: token } });
  else if (isAuthorized) ui.authActions.logout(['bearer']);
  isAuthorized = token !== undefined;
}

/** Loads Swagger UI's script. The page preloads it, because it takes seconds on a slow line. */
async function loadSwagger() {
  const script = document.createElement('script');
  script.src = '/assets/swagger-ui-bundle.js';
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

/** Makes an OpenAPI document of the operations in the list. */
function documentOfList() {
  const paths = {};
  for (const { dataset, children } of list.querySelectorAll('details'))
    for (const link of children[1].querySelectorAll('a')) {
      const [verb, path, summary] = [...link.children].map(({ textContent }) => textContent);
      const security = 'open' in link.dataset ? { security: [] } : {};
      const operation = { operationId: idOf(link), tags: [dataset.tag], summary, ...security };
      (paths[path] ??= {})[verb.toLowerCase()] = operation;
    }
  return { ...JSON.parse(place.dataset.document), paths };
}

/** Shows Swagger UI instead of the list, with the same groups open and the same scroll position. */
function replaceList() {
  for (const { dataset } of list.querySelectorAll('details[open]'))
    ui.layoutActions.show(['operations-tag', dataset.tag], true);
  const { scrollY } = window;
  place.hidden = false;
  list.remove();
  // Swagger UI itself scrolls to the operation of a deep link.
  if (!location.hash) scrollTo(0, scrollY);
}

/** The operationId that a link of the list names. */
const idOf = (link) => link.hash.split('/').at(-1);

// Load the operation that you choose in the list, so that it is ready when Swagger UI opens it.
list.addEventListener('click', ({ target }) => {
  const link = target.closest('a');
  if (link) documentOf(idOf(link)).catch(() => undefined);
});
void openSession((user, bearer) => {
  token = bearer;
  authorize();
});
try {
  await loadSwagger();
} catch {
  list.querySelector('.loading').textContent = 'Swagger UI could not be loaded. Reload the page to try the operations.';
}
const made = window.SwaggerUIBundle?.({
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
    ui = made;
    replaceList();
    authorize();
  },
});
