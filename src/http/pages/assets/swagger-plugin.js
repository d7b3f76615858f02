const csvLines = 10;

/** Swagger UI's own filter knows tags alone: here every word may stand anywhere in what is told of an operation. */
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

/** The first lines of a file, and how many more there are. */
function beginning(text) {
  const lines = text.trimEnd().split(/\r?\n/);
  const more = lines.length - csvLines;
  return [...lines.slice(0, csvLines), ...(more > 0 ? [`… and ${more} more lines`] : [])].join('\n');
}

/**
 * What of the document the operation at `path` refers to. Swagger UI walks all that it is given each time that an
 * operation is opened, which took seconds.
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

/** A search of everything, the headings above the groups, and a glance into CSV. */
export const plugin = ({ React, fn: { resolveSubtree } }) => {
  const h = React.createElement;
  /** The heading before each tag that is the first shown of its group. */
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
            placeholder: 'Search: a word of a summary, a path, a description, or E1 to C10',
            value: typeof phrase === 'string' ? phrase : '',
            onChange: ({ target }) => layoutActions.updateFilter(target.value),
          }),
        );
      },
    },
    wrapComponents: {
      // Swagger UI says that the document has no operations.
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
          // What was found shows itself.
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
