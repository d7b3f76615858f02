// The table of a list, with its titles, which order it, and its pages.
import { changesInShort } from './data-changes.js';
import { asText, element, options } from './data-values.js';

export const sizes = [25, 50, 100, 500];
/** Above this number of columns, all have one width. To measure the content of so many takes seconds. */
const many = 20;
/** Number of pages before and after the shown one to which the pager leads directly. */
const near = 2;

const asTitle = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A value in words. If the service sent another text, the tooltip shows it. */
function cellOf(value, field, names) {
  if (field.type === 'changes') return element('td', changesInShort(value), { 'data-field': field.field });
  const text = asText(value, field, names[field.field]);
  const isOther = value !== null && value !== undefined && text !== String(value);
  const isNumber = ['integer', 'number'].includes(field.type) && !names[field.field];
  const isLong = /\S{20}/.test(text);
  return element('td', text, {
    'data-field': field.field,
    ...(isOther && { title: asTitle(value) }),
    ...((isNumber || isLong) && { class: isNumber ? 'number' : 'long' }),
  });
}

/**
 * Shows a list in `holder`, and its pages in `pager`. `fields` are its columns. `load` asks for a page by skip, take,
 * order and direction, and returns `{ rows, total, names }`; undefined if the table stays as it is. `open` gets the row
 * that was opened; with `linkTo`, each row has a link to an address instead of a button. `nameOf` says what a row is
 * called. `state` is the first state, and `first` the first page.
 */
export function openGrid(holder, pager, { title, fields, state, first, load, open, linkTo, nameOf }) {
  let [shown, page] = [state, first];
  const table = element('table', '', { class: fields.length > many ? 'data wide' : 'data' });
  const head = element('tr', '');
  const body = element('tbody', '');
  const titles = fields.map(({ field, title: text }) => {
    const cell = element('th', '', { scope: 'col', 'data-field': field });
    const button = element('button', text, { type: 'button', title: `Order by ${text}` });
    button.addEventListener('click', () => void show(ordered(field)));
    const content = element('div', '');
    content.append(button);
    cell.append(content);
    return cell;
  });
  const opening = element('th', '', { scope: 'col', class: 'opening' });
  opening.append(element('span', 'Open', { class: 'visually-hidden' }));
  head.append(opening, ...titles);
  table.append(element('caption', title, { class: 'visually-hidden' }), element('thead', ''), body);
  table.tHead.append(head);
  holder.replaceChildren(table);
  holder.scrollTo(0, 0);
  holder.onclick = ({ target }) => {
    // A click on a row opens it, unless the click selected text. Keyboards use the button of the row.
    const at = [...body.rows].indexOf(target.closest('tr'));
    if (at >= 0 && getSelection().isCollapsed && !target.closest('a')) open(page.rows[at]);
  };
  document.querySelector('.past-titles').onclick = () => body.querySelector('.open')?.focus();

  /** The state with the order that a press on a title asks for: ascending, then descending, then none. */
  function ordered(field) {
    const isNew = shown.order !== field;
    const isLast = !isNew && shown.direction === 'orderByDesc';
    const direction = isNew || isLast ? 'orderBy' : 'orderByDesc';
    return { ...shown, skip: 0, order: isLast ? '' : field, direction };
  }

  async function show(next) {
    const found = await load(next).catch(() => undefined);
    if (!found) return drawPager();
    [shown, page] = [next, found];
    return draw();
  }

  function opener(row) {
    const attributes = { class: 'open', 'aria-label': `Open ${nameOf(row)}`, title: 'Open' };
    const cell = element('td', '', { class: 'opening' });
    cell.append(
      linkTo
        ? element('a', '⋯', { ...attributes, href: linkTo(row) })
        : element('button', '⋯', { ...attributes, type: 'button' }),
    );
    return cell;
  }

  function draw() {
    const { rows, total, names } = page;
    for (const cell of titles) {
      const isOrder = cell.dataset.field === shown.order;
      if (isOrder) cell.ariaSort = shown.direction === 'orderBy' ? 'ascending' : 'descending';
      else cell.removeAttribute('aria-sort');
    }
    table.setAttribute('aria-rowcount', total + 1);
    body.replaceChildren(
      ...rows.map((row, at) => {
        const made = element('tr', '', { 'aria-rowindex': shown.skip + at + 2 });
        made.append(opener(row), ...fields.map((field) => cellOf(row[field.field], field, names)));
        return made;
      }),
    );
    drawPager();
  }

  /** The pager has new buttons for each page. If one had the focus, its successor gets it. */
  function drawPager() {
    const { skip, take } = shown;
    const [current, last] = [Math.floor(skip / take) + 1, Math.max(1, Math.ceil(page.total / take))];
    const focused = pager.contains(document.activeElement) ? document.activeElement.dataset.page : undefined;
    const size = element('select', '', { class: 'control', 'data-page': 'size' });
    size.append(...options(sizes.map((count) => [count, String(count)])));
    size.value = take;
    size.addEventListener('change', () => void show({ ...shown, skip: 0, take: Number(size.value) }));
    const label = element('label', 'Rows a page ');
    label.append(size);
    const button = (name, text, number, more = {}) => {
      const made = element('button', text, { type: 'button', class: 'button', 'data-page': name, ...more });
      made.disabled = number < 1 || number > last || (number === current && name !== 'number');
      made.addEventListener('click', () => void show({ ...shown, skip: (number - 1) * take }));
      return made;
    };
    const from = Math.max(1, Math.min(current - near, last - 2 * near));
    const numbers = Array.from({ length: Math.min(last, 2 * near + 1) }, (_, at) => from + at);
    pager.replaceChildren(
      label,
      button('first', 'First', current === 1 ? 0 : 1),
      button('previous', 'Previous', current - 1),
      ...numbers.map((number) =>
        button('number', String(number), number, {
          'aria-label': `Page ${number}`,
          ...(number === current && { 'aria-current': 'page' }),
        }),
      ),
      button('next', 'Next', current + 1),
      button('last', 'Last', current === last ? 0 : last),
    );
    if (!focused) return;
    const same = focused === 'number' ? undefined : pager.querySelector(`[data-page=${focused}]:enabled`);
    (same ?? pager.querySelector('[aria-current]')).focus();
  }

  draw();
  return {
    /** Moves the focus to the row that `is` accepts; without one, to the table. */
    focus(is) {
      const at = page.rows.findIndex(is);
      (body.rows[at]?.querySelector('.open') ?? holder).focus();
    },
    destroy() {
      holder.replaceChildren();
      pager.replaceChildren();
    },
  };
}
