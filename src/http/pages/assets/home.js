import { openSession } from './session.js';

if (navigator.clipboard)
  for (const call of document.querySelectorAll('.call')) {
    const button = document.createElement('button');
    button.className = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(call.querySelector('pre').textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    call.append(button);
  }

await openSession(() => undefined);
