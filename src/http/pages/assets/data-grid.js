// The table of a list: Tabulator pages, orders, prints and sizes its columns.
import { TabulatorFull as Tabulator } from './grid/tabulator_esm.min.mjs';
import { asText, element } from './data-values.js';

export const sizes = [25, 50, 100, 500];
/** Number of columns from which their widths do not follow their content: that would take seconds. */
const many = 20;

/** Whether a column says whose row it is. Such columns come first, so that a phone shows them. */
const isName = ({ field }) => ['Ticket', 'Name', 'CustomerName', 'ContactName', 'AgentName'].includes(field);

const asTitle = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The value as people read it; its exact form is the title. */
function cellOf(value, field, names) {
  const text = asText(value, field, names[field.field]);
  const isOther = value !== null && value !== undefined && text !== String(value);
  return element('span', text, isOther ? { title: asTitle(value) } : {});
}

const opening = { class: 'open', 'aria-label': 'Open', title: 'Open' };

/** A heading that a keyboard can press. A press orders the list. */
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
  // An order by a hidden column stays.
  const kept = fields.filter(({ field }) => shown.includes(field) || field === state.order);
  const columns = [...kept.filter(isName), ...kept.filter((field) => !isName(field))].map((field, at, { length }) => ({
    field: field.field,
    title: field.title,
    titleFormatter: heading(field.title),
    formatter: (cell) => cellOf(cell.getValue(), field, names),
    hozAlign: ['integer', 'number'].includes(field.type) && !names[field.field] ? 'right' : 'left',
    visible: shown.includes(field.field),
    ...(shown.length > many ? { width: 150 } : { maxInitialWidth: 340 }),
    // The last column gets the rest of the width, which may be too little.
    ...(at === length - 1 && { minWidth: 195 }),
  }));
  const grid = new Tabulator(holder, {
    columns: [opener, ...columns],
    // Fields are names, and no paths.
    nestedFieldSeparator: false,
    layout: 'fitDataStretch',
    maxHeight: '72vh',
    rowHeight: 33,
    pagination: true,
    // Beside the table: a grid for screen readers holds rows alone.
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
  // The button of the row is for keyboards. A click that selects text opens nothing.
  grid.on('rowClick', (_, row) => getSelection().isCollapsed && open(row.getData()));
  await new Promise((resolve) => grid.on('tableBuilt', resolve));
  // A grid may hold no element that has the focus but no role: the scrolled part is the group of rows.
  holder.querySelector('.tabulator-tableholder').role = 'rowgroup';
  holder.querySelector('.tabulator-table').role = 'presentation';
  return grid;
}
