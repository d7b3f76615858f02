// Keeps a form on the page while the device is offline. Otherwise the browser shows its own error page, and the typed
// text is lost.
const main = document.querySelector('main');

document.addEventListener('submit', (event) => {
  if (navigator.onLine || event.defaultPrevented) return;
  event.preventDefault();
  const alert = main.querySelector('[role=alert]') ?? document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.tabIndex = -1;
  alert.textContent = main.dataset.offline;
  event.target.prepend(alert);
  alert.focus();
});
