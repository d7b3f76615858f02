/** Adds a button to each example of a call, which copies it. Browsers copy only on https and on localhost. */
export function offerCopies() {
  if (!navigator.clipboard) return;
  for (const call of document.querySelectorAll('.call')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(call.querySelector('pre').textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    call.append(button);
  }
}
