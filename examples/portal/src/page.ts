import { AgencyError } from 'agency-operations-client';

/** The element of index.html that the selector names. */
export function find<T extends HTMLElement>(selector: string, type: new () => T): T {
  const found = document.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`index.html has no ${selector}.`);
  return found;
}

export function show(selector: string, shown: boolean): void {
  find(selector, HTMLElement).hidden = !shown;
}

/** Fills a list with one line of text, or one button, for each record. */
export function fill(list: HTMLElement, items: (string | HTMLElement)[]): void {
  const lines = items.map((item) => {
    const line = document.createElement('li');
    line.append(item);
    return line;
  });
  list.replaceChildren(...lines);
}

/**
 * Calls `work` when the user sends the form, and shows the returned text or the error. Removes the text as soon as the
 * user changes the form, and the error of a field as soon as the user changes the field.
 */
export function onSend(selector: string, work: (values: FormData, form: HTMLFormElement) => Promise<string>): void {
  const form = find(selector, HTMLFormElement);
  const output = outputOf(form);
  form.addEventListener('input', ({ target }) => {
    output.textContent = '';
    if (target instanceof HTMLElement) clearError(target);
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    clearMessages(form);
    const values = new FormData(form);
    const disable = (disabled: boolean) =>
      form.querySelectorAll('button').forEach((each) => (each.disabled = disabled));
    disable(true);
    output.textContent = await work(values, form).catch((error: unknown) => showErrors(form, error));
    disable(false);
    // The button lost the focus while it was disabled.
    if (document.activeElement === document.body) event.submitter?.focus();
  });
}

const outputOf = (form: HTMLFormElement): HTMLOutputElement => find(`#${form.id} output`, HTMLOutputElement);

/** Removes the message of a form, and the errors of its fields. */
export function clearMessages(form: HTMLFormElement): void {
  outputOf(form).textContent = '';
  for (const field of form.querySelectorAll<HTMLElement>('[aria-invalid]')) clearError(field);
}

function clearError(field: HTMLElement): void {
  if (!field.hasAttribute('aria-invalid')) return;
  document.getElementById(field.getAttribute('aria-describedby')!)?.remove();
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
}

/**
 * Puts each error at the field of its name, in the words of its label, and the focus at the first of these fields.
 * Returns the message for the whole form.
 */
function showErrors(form: HTMLFormElement, error: unknown): string {
  const { Errors = [] } = (error instanceof AgencyError && error.answered.error?.ResponseStatus) || {};
  let marked = 0;
  for (const { FieldName, Message } of Errors) {
    const field = form.querySelector(`[name="${CSS.escape(FieldName)}"]`);
    const label = field?.closest('label');
    if (!field || !label) continue;
    const text = document.createElement('span');
    text.className = 'error';
    text.id = `${form.id}-${FieldName}`;
    text.textContent = Message.replace(FieldName, () => wordsOf(label));
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', text.id);
    label.after(text);
    marked++;
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  if (marked === 0 || marked < Errors.length) return messageOf(error);
  return marked === 1 ? 'Correct the marked field.' : 'Correct the marked fields.';
}

/** The words of a label, without those of its field. */
function wordsOf(label: HTMLLabelElement): string {
  return label.firstChild?.textContent?.trim() ?? '';
}

/** The text about a failed call. An error that is no AgencyError is a failure of the network. */
export function messageOf(error: unknown): string {
  return error instanceof AgencyError ? error.message : 'The service cannot be reached. Try again.';
}
