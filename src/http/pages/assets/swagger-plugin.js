const csvLines = 10;

/** Filters operations by words anywhere in their texts, because Swagger UI's own filter searches only tags. */
function found(tagged, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  return tagged
    .map((group, tag) => {
      const about = `${tag} ${group.getIn(['tagDetails', 'description'])}`;
      const fits = (entry) => {
        const operation = entry.get('operation');
        const told = ['summary', 'description', 'operationId'].map((name) => operation.get(name) ?? '');
        const text = [about, entry.get('method'), entry.get('path'), ...told].join(' ').toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return group.update('operations', (operations) => operations.filter(fits));
    })
    .filter((group) => group.get('operations').size > 0);
}

/** The first lines of a file, and the number of the remaining ones. */
function beginning(text) {
  const lines = text.trimEnd().split(/\r?\n/);
  const more = lines.length - csvLines;
  return [...lines.slice(0, csvLines), ...(more > 0 ? [`… and ${more} more lines`] : [])].join('\n');
}

/**
 * The part of the document that the operation at `path` refers to. Swagger UI walks the whole given document whenever
 * you open an operation, which would take seconds.
 */
function about(document, [section, template, verb]) {
  if (section !== 'paths' || verb === undefined) return document;
  const operation = document.paths[template][verb];
  const components = {};
  const take = (part) => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      components[kind] ??= {};
      if (name in components[kind]) continue;
      components[kind][name] = document.components[kind][name];
      take(components[kind][name]);
    }
  };
  take(operation);
  return { ...document, paths: { [template]: { [verb]: operation } }, components };
}

/** Swagger UI plugin: folded conventions, full-text search, headings above the groups, and a preview of CSV. */
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
      resolveSubtree: (document, path, options) => resolveSubtree(about(document, path), path, options),
    },
    components: {
      FilterContainer: ({ layoutSelectors, layoutActions }) => {
        const phrase = layoutSelectors.currentFilter();
        return h(
          'div',
          { className: 'search wrapper', role: 'search' },
          h('input', {
            type: 'search',
            'aria-label': 'Search the operations',
            placeholder: 'Search: a word of a summary, a path, a description, or E1 to C19',
            value: typeof phrase === 'string' ? phrase : '',
            onChange: ({ target }) => layoutActions.updateFilter(target.value),
          }),
        );
      },
    },
    wrapComponents: {
      // A link inside the button of an operation could not be reached; opening the operation changes the address too.
      DeepLink: (Original) => (properties) =>
        properties.path?.includes('/') ? h('span', null, properties.text) : h(Original, properties),
      // Names for the selects, which Swagger UI leaves without.
      JsonSchemaForm: (Original) => (properties) => {
        const form = h(Original, properties);
        const isSelect = properties.schema?.get('enum') || properties.schema?.get('type') === 'boolean';
        if (!isSelect) return form;
        return h('label', null, h('span', { className: 'visually-hidden' }, properties.description), form);
      },
      ExamplesSelect: (Original) => (properties) =>
        h('label', null, h('span', { className: 'visually-hidden' }, 'Example'), h(Original, properties)),
      // The operations come first; the conventions that all of them share are folded.
      InfoContainer: (Original) => (properties) =>
        h(
          'details',
          { className: 'wrapper conventions' },
          h('summary', null, 'Conventions of all operations: signing in, formats, values, lists, errors, limits'),
          h(Original, properties),
        ),
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
