// The table of a list: Tabulator pages, orders, prints and sizes its columns.
import { TabulatorFull as Tabulator } from './grid/tabulator_esm.min.mjs';
import { changesInShort } from './data-changes.js';
import { asText, element } from './data-values.js';

export const sizes = [25, 50, 100, 500];
/** Above this number of columns, all have one width. To measure the content of so many takes seconds. */
const many = 20;

/** Whether a column says whose row it is. Such columns come first, so that a phone shows them. */
const isName = ({ field }) => ['Ticket', 'Name', 'CustomerName', 'ContactName', 'AgentName'].includes(field);

const asTitle = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A value in words. If the service sent another text, the tooltip shows it. */
function cellOf(value, field, names) {
  if (field.type === 'changes') return element('span', changesInShort(value));
  const text = asText(value, field, names[field.field]);
  const isOther = value !== null && value !== undefined && text !== String(value);
  return element('span', text, isOther ? { title: asTitle(value) } : {});
}

const opening = { class: 'open', 'aria-label': 'Open', title: 'Open' };

/** The heading of a column: a button that orders the list, which a keyboard reaches too. */
const heading = (title) => (cell) => element('button', title, { type: 'button', title: `Order by ${cell.getValue()}` });

/**
 * Shows a list in `holder`, and its pages in `pager`. `fields` are its columns, of which `shown` are visible. `load`
 * asks for a page by skip, take, order and direction, and returns `{ rows, total, names }`. `open` gets the row that
 * was opened; with `linkTo`, each row has a link to an address instead of a button. `state` is the first state, and
 * `first` the first page.
 */
export async function openGrid(holder, pager, { title, fields, shown, state, first, load, open, linkTo }) {
  let names = first.names;
  let next = first;
  /** Whether the focus was in the pager when the last page was asked for. */
  let isPaging = false;
  pager.replaceChildren();
  const opener = {
    title: 'Open',
    titleFormatter: () => element('span', 'Open', { class: 'visually-hidden' }),
    formatter: (cell) =>
      linkTo
        ? element('a', '⋯', { ...opening, href: linkTo(cell.getData()) })
        : element('button', '⋯', { ...opening, type: 'button' }),
    headerSort: false,
    resizable: false,
    print: false,
    width: 44,
  };
  // Keep the column that orders the list, even if it is hidden.
  const kept = fields.filter(({ field }) => shown.includes(field) || field === state.order);
  const columns = [...kept.filter(isName), ...kept.filter((field) => !isName(field))].map((field, at, { length }) => ({
    field: field.field,
    title: field.title,
    titleFormatter: heading(field.title),
    formatter: (cell) => cellOf(cell.getValue(), field, names),
    hozAlign: ['integer', 'number'].includes(field.type) && !names[field.field] ? 'right' : 'left',
    visible: shown.includes(field.field),
    ...(shown.length > many ? { width: 150 } : { maxInitialWidth: 340 }),
    // The last column gets the remaining width, which may be too small.
    ...(at === length - 1 && { minWidth: 195 }),
  }));
  const grid = new Tabulator(holder, {
    columns: [opener, ...columns],
    // A dot in the name of a field does not mean a field of an object.
    nestedFieldSeparator: false,
    layout: 'fitDataStretch',
    maxHeight: '72vh',
    rowHeight: 33,
    pagination: true,
    // Put the pages beside the table, because an element with the role grid may contain only rows.
    paginationElement: pager,
    paginationMode: 'remote',
    paginationSize: state.take,
    paginationSizeSelector: sizes,
    paginationInitialPage: Math.floor(state.skip / state.take) + 1,
    sortMode: 'remote',
    headerSortTristate: true,
    ...(state.order && {
      initialSort: [{ column: state.order, dir: state.direction === 'orderBy' ? 'asc' : 'desc' }],
    }),
    dataLoader: false,
    ajaxURL: '/v1',
    async ajaxRequestFunc(_, __, { page, size, sort: [by] }) {
      isPaging = pager.contains(document.activeElement);
      const direction = by?.dir === 'desc' ? 'orderByDesc' : 'orderBy';
      const found = next ?? (await load({ skip: (page - 1) * size, take: size, order: by?.field ?? '', direction }));
      next = undefined;
      names = found.names;
      return { data: found.rows, last_page: Math.max(1, Math.ceil(found.total / size)), last_row: found.total };
    },
    printAsHtml: true,
    printStyled: false,
    printRowRange: 'active',
    langs: { default: { pagination: { page_size: 'Rows a page', prev: 'Previous', prev_title: 'Previous' } } },
  });
  holder.setAttribute('aria-label', title);
  // A click on a row opens it, unless the click selected text. Keyboards use the button of the row.
  grid.on('rowClick', (_, row) => getSelection().isCollapsed && open(row.getData()));
  // Tabulator makes new buttons for the pages, and disables those that lead nowhere.
  grid.on('dataProcessed', () => {
    if (isPaging && !pager.querySelector(':focus:enabled')) pager.querySelector('.active')?.focus();
  });
  await new Promise((resolve) => grid.on('tableBuilt', resolve));
  // The scrolled part can have the focus, so that it needs a role that a grid may contain.
  holder.querySelector('.tabulator-tableholder').role = 'rowgroup';
  holder.querySelector('.tabulator-table').role = 'presentation';
  return grid;
}
