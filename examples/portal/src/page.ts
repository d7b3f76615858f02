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

/** Calls `work` when the user sends the form, and shows the returned text or the error. */
export function onSend(selector: string, work: (values: FormData, form: HTMLFormElement) => Promise<string>): void {
  const form = find(selector, HTMLFormElement);
  const output = find(`${selector} output`, HTMLOutputElement);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    clearErrors(form);
    const values = new FormData(form);
    const disable = (disabled: boolean) =>
      form.querySelectorAll('button').forEach((each) => (each.disabled = disabled));
    disable(true);
    output.textContent = '';
    output.textContent = await work(values, form).catch((error: unknown) => showErrors(form, error));
    disable(false);
    // The button lost the focus while it was disabled.
    if (document.activeElement === document.body) event.submitter?.focus();
  });
}

function clearErrors(form: HTMLFormElement): void {
  for (const text of form.querySelectorAll('.error')) text.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
}

/** Puts each error at the field of its name, and returns the message for the whole form. */
function showErrors(form: HTMLFormElement, error: unknown): string {
  const { Errors = [] } = (error instanceof AgencyError && error.answered.error?.ResponseStatus) || {};
  for (const { FieldName, Message } of Errors) {
    const field = form.querySelector(`[name="${CSS.escape(FieldName)}"]`);
    if (!field) continue;
    const text = document.createElement('span');
    text.className = 'error';
    text.id = `${form.id}-${FieldName}`;
    text.textContent = Message;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', text.id);
    field.closest('label')?.after(text);
  }
  return messageOf(error);
}

/** The text about a failed call. An error that is no AgencyError is a failure of the network. */
export function messageOf(error: unknown): string {
  return error instanceof AgencyError ? error.message : 'The service cannot be reached. Try again.';
}
