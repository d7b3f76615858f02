// Keeps a form on the page while the device is offline, because the browser would show its own error page, and the
// typed text would be lost. Otherwise says that the form is being sent, and does not send it twice.
const main = document.querySelector('main');

document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  if (!navigator.onLine) {
    event.preventDefault();
    say(event.target);
  } else if (event.target.dataset.sent) event.preventDefault();
  else mark(event);
});

function say(form) {
  const alert = main.querySelector('[role=alert]') ?? document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.tabIndex = -1;
  alert.textContent = main.dataset.offline;
  form.prepend(alert);
  alert.focus();
}

function mark({ target: form, submitter }) {
  form.dataset.sent = 'true';
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  form.append(status);
  status.textContent = main.dataset.sending;
  submitter?.setAttribute('aria-disabled', 'true');
}

// A page that Back shows again can be sent again.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) {
    delete form.dataset.sent;
    form.querySelector(':scope > [role=status]').remove();
    form.querySelector('[aria-disabled]')?.removeAttribute('aria-disabled');
  }
});
