const csvLines = 10;

/** The descriptions of the operations by operationId, which are loaded when you search. */
let descriptions;
let loading;

async function loadDescriptions() {
  descriptions = await (await fetch('/docs/descriptions.json')).json();
}

/** Filters operations by words anywhere in their texts, because Swagger UI's own filter searches only tags. */
function found(tagged, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  return tagged
    .map((group, tag) => {
      const about = `${tag} ${group.getIn(['tagDetails', 'description'])}`;
      const fits = (entry) => {
        const operation = entry.get('operation');
        const id = operation.get('operationId');
        const texts = [about, entry.get('method'), entry.get('path'), operation.get('summary'), id, descriptions?.[id]];
        const text = texts.join(' ').toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return group.update('operations', (operations) => operations.filter(fits));
    })
    .filter((group) => group.get('operations').size > 0);
}

/** Returns the first lines of a file, and a line with the number of the remaining ones. */
function beginning(text) {
  const lines = text.trimEnd().split(/\r?\n/);
  const more = lines.length - csvLines;
  return [...lines.slice(0, csvLines), ...(more > 0 ? [`… and ${more} more lines`] : [])].join('\n');
}

/** The documents of operations by operationId, as promises. */
const documents = new Map();
/** The operationIds that are being loaded, or whose loading ended a moment ago. */
const busy = new Set();
/** Milliseconds for which a failed load is not repeated. */
const retryAfter = 1000;

/** Loads the document of an operation once. A failed load can be repeated. */
export function documentOf(operationId) {
  if (!documents.has(operationId)) {
    const loaded = load(operationId);
    documents.set(operationId, loaded);
    loaded.catch(() => documents.delete(operationId));
  }
  return documents.get(operationId);
}

async function load(operationId) {
  const response = await fetch(`/docs/operations/${operationId}`);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return response.json();
}

/** A Swagger UI plugin with folded conventions, full-text search, headings above the groups, and a preview of CSV. */
export const plugin = ({ React, fn: { resolveSubtree } }) => {
  const h = React.createElement;
  /** The heading above the first shown tag of each group. */
  let headings = new Map();
  const isSearched = (system) => {
    const phrase = system.layoutSelectors.currentFilter();
    return typeof phrase === 'string' && phrase !== '';
  };
  return {
    fn: {
      opsFilter: found,
      resolveSubtree: async ({ paths }, path, options) =>
        resolveSubtree(await documentOf(paths[path[1]][path[2]].operationId), path, options),
    },
    components: {
      FilterContainer: ({ layoutActions }) => {
        const [phrase, setPhrase] = React.useState('');
        const latest = React.useRef('');
        const search = async ({ target: { value } }) => {
          setPhrase(value);
          latest.current = value;
          loading ??= loadDescriptions().catch(() => (loading = undefined));
          await loading;
          if (latest.current === value) layoutActions.updateFilter(value);
        };
        return h(
          'div',
          { className: 'search wrapper', role: 'search' },
          h('input', {
            type: 'search',
            'aria-label': 'Search the operations',
            placeholder: 'Search: a word of a summary, a path, a description, or E1 to C19',
            value: phrase,
            onChange: search,
          }),
        );
      },
    },
    wrapComponents: {
      // Show text instead of Swagger UI's link, because a keyboard cannot reach a link inside a button. Opening the
      // operation changes the address too.
      DeepLink: (Original) => (properties) =>
        properties.path?.includes('/') ? h('span', null, properties.text) : h(Original, properties),
      // Add the labels that Swagger UI's selects lack.
      JsonSchemaForm: (Original) => (properties) => {
        const form = h(Original, properties);
        const isSelect = properties.schema?.get('enum') || properties.schema?.get('type') === 'boolean';
        if (!isSelect) return form;
        return h('label', null, h('span', { className: 'visually-hidden' }, properties.description), form);
      },
      // Disable Execute until the operation has loaded, because it would send a call without its body.
      execute: (Original, system) => (properties) =>
        system.specSelectors.specResolvedSubtree(['paths', properties.path, properties.method])
          ? h(Original, properties)
          : null,
      ExamplesSelect: (Original) => (properties) =>
        h('label', null, h('span', { className: 'visually-hidden' }, 'Example'), h(Original, properties)),
      // The operations come first; the conventions that all of them share are folded.
      // Rendering them takes a tenth of a second, so it waits until you open them.
      InfoContainer: (Original) => (properties) => {
        const [isOpen, setOpen] = React.useState(false);
        return h(
          'details',
          { className: 'wrapper conventions', onToggle: ({ currentTarget }) => setOpen(currentTarget.open) },
          h(
            'summary',
            null,
            'Conventions of all operations: signing in, terms, formats, values, lists, limits, errors',
          ),
          isOpen && h(Original, properties),
        );
      },
      // Show the number of a group without parsing it as Markdown.
      Markdown: (Original) => (properties) =>
        /^[\w ]*$/.test(properties.source)
          ? h('div', { className: 'renderedMarkdown' }, h('p', null, properties.source))
          : h(Original, properties),
      // Without a match, Swagger UI would say that the document has no operations.
      operations: (Original, system) => (properties) => {
        if (!isSearched(system) || system.specSelectors.taggedOperations().size > 0) return h(Original, properties);
        const phrase = system.layoutSelectors.currentFilter();
        return h('p', { className: 'wrapper', role: 'status' }, `No operation has all the words of “${phrase}”.`);
      },
      OperationTag: (Original) => (properties) => {
        const heading = headings.get(properties.tag);
        return h(React.Fragment, null, heading && h('h2', { className: 'group' }, heading), h(Original, properties));
      },
      responseBody: (Original) => (properties) => {
        const { content, contentType } = properties;
        const isCsv = /^text\/csv/i.test(contentType) && typeof content === 'string';
        return h(
          React.Fragment,
          null,
          h(Original, properties),
          isCsv && h('pre', { className: 'beginning', tabIndex: 0 }, beginning(content)),
        );
      },
    },
    statePlugins: {
      layout: {
        wrapSelectors: {
          // Expand the tags of operations that match the search.
          isShown: (original, system) => (_, thing, usual) =>
            original(thing, usual || (thing[0] === 'operations-tag' && isSearched(system))),
        },
      },
      spec: {
        wrapActions: {
          // Swagger UI starts with a document that only lists the operations. Load the rest of an operation when you
          // open it.
          requestResolvedSubtree:
            (original, { specSelectors, errActions }) =>
            async (path) => {
              const operationId = specSelectors.specJson().getIn([...path, 'operationId']);
              // An open operation asks for its document whenever it is drawn. Wait a moment before a failed load is
              // repeated.
              if (!operationId || busy.has(operationId)) return;
              busy.add(operationId);
              errActions.clear({ source: operationId });
              try {
                await documentOf(operationId);
                original(path);
              } catch {
                const message = `${operationId} could not be loaded. Close it and open it again.`;
                errActions.newSpecErr({ source: operationId, level: 'error', message });
              }
              setTimeout(() => busy.delete(operationId), retryAfter);
            },
          // Parse the document as JSON. Swagger UI parses every document as YAML, which takes ten times as long.
          parseToJson:
            (original, { specActions }) =>
            (text) =>
              specActions.updateJsonSpec(JSON.parse(text)),
        },
        wrapSelectors: {
          taggedOperations: (original, system) => () => {
            const tagged = original();
            const groups = system.specSelectors.specJson().get('x-tagGroups')?.toJS() ?? [];
            const firsts = groups.map(({ name, tags }) => [tags.find((tag) => tagged.has(tag)), name]);
            headings = new Map(firsts);
            return tagged;
          },
        },
      },
    },
  };
};
