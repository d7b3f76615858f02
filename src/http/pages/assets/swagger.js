import { service } from './service.js';
import { openSession } from './session.js';
import { authorized } from './tokens.js';
import './theme.js';

const schema = { type: 'http', scheme: 'bearer' };
let token;
let isReady = false;
let isAuthorized = false;

/** Finds operations by words anywhere in their texts, because Swagger UI's own filter searches only tags. */
function opsFilter(tagged, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  return tagged
    .map((group, tag) => {
      const about = `${tag} ${group.getIn(['tagDetails', 'description'])}`;
      const fits = (entry) => {
        const operation = entry.get('operation');
        const own = ['operationId', 'summary', 'description'].map((name) => operation.get(name));
        const text = [about, entry.get('method'), entry.get('path'), ...own].join(' ').toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return group.update('operations', (operations) => operations.filter(fits));
    })
    .filter((group) => group.get('operations').size > 0);
}

/** Adds what Swagger UI lacks: the search, and names of its fields for screen readers. */
function additions({ React }) {
  const isSearched = ({ layoutSelectors }) => {
    const phrase = layoutSelectors.currentFilter();
    return typeof phrase === 'string' && phrase.trim() !== '';
  };
  const landmark = (attributes) => (Original) => (properties) =>
    React.createElement('div', attributes, React.createElement(Original, properties));
  const named = (name) => (Original) => (properties) =>
    React.createElement(
      'label',
      null,
      React.createElement('span', { className: 'visually-hidden' }, name(properties)),
      React.createElement(Original, properties),
    );
  return {
    fn: { opsFilter },
    wrapComponents: {
      InfoContainer: landmark({ role: 'region', 'aria-label': 'Conventions of all operations' }),
      FilterContainer: (Original, system) =>
        landmark({ role: 'search' })(named(() => 'Search the operations')(Original, system), system),
      JsonSchemaForm: named(({ description }) => description),
      ExamplesSelect: named(() => 'Example'),
      // Swagger UI's headings of groups are on the third level, and the title is on the first. If a search finds
      // nothing, Swagger UI says that the document has no operations.
      operations: (Original, system) => (properties) =>
        React.createElement(
          React.Fragment,
          null,
          React.createElement('h2', { className: 'visually-hidden' }, 'Operations'),
          isSearched(system) && system.specSelectors.taggedOperations().size === 0
            ? React.createElement('p', { className: 'wrapper', role: 'status' }, 'No operation has all these words.')
            : React.createElement(Original, properties),
        ),
      // Events are not operations, and would follow the results of every search.
      Webhooks: (Original, system) => (properties) =>
        isSearched(system) ? null : React.createElement(Original, properties),
      // A keyboard cannot reach a link inside a button. Opening the operation changes the address too.
      DeepLink: (Original) => (properties) =>
        properties.path?.includes('/') ? properties.text : React.createElement(Original, properties),
    },
    statePlugins: {
      layout: {
        wrapSelectors: {
          // Show the operations that the search finds.
          isShown: (original, system) => (_, thing, usual) =>
            original(thing, usual || (thing[0] === 'operations-tag' && isSearched(system))),
        },
      },
    },
  };
}

const ui = window.SwaggerUIBundle({
  url: `${service}/openapi.json`,
  dom_id: '#swagger-ui',
  plugins: [additions],
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  // The default theme has too little contrast for numbers.
  syntaxHighlight: { theme: 'tomorrow-night' },
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  // The calls of the session renew an expired token, and show the sign-in after its end.
  requestInterceptor: (request) => {
    if (token && request.headers?.Authorization === `Bearer ${token}`) request.userFetch = authorized;
    return request;
  },
  onComplete: () => {
    isReady = true;
    authorize();
  },
});

// Examples and responses scroll in boxes, which a keyboard reaches only with a tab index.
new MutationObserver(() => {
  for (const box of document.querySelectorAll('pre.microlight:not([tabindex])')) box.tabIndex = 0;
}).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });

/** Gives Swagger UI the token of the session. */
function authorize() {
  if (!isReady) return;
  if (token) ui.authActions.authorize({ bearer: { name: 'bearer', schema, value: token } });
  else if (isAuthorized) ui.authActions.logout(['bearer']);
  isAuthorized = token !== undefined;
}

void openSession((user, bearer) => {
  token = bearer;
  authorize();
});
