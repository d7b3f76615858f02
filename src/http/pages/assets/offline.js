// Keeps a form while the device is offline. The browser would show its own error page, and lose what was typed.
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
