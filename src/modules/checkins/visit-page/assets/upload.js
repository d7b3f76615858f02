// Shows the progress of an upload with the name of the file, and refuses a file that is too large before it is sent.
// Without this script, the browser sends the form itself.
for (const form of document.querySelectorAll('form[data-limit]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [file] = form.elements.File.files;
    if (file.size > Number(form.dataset.limit)) refuse(form, form.dataset.large);
    else send(form, file);
  });

function send(form, file) {
  const sending = form.querySelector('.sending');
  const [status, bar] = sending.children;
  const button = form.querySelector('button');
  const end = (text) => {
    sending.hidden = true;
    button.disabled = false;
    refuse(form, text);
  };
  button.disabled = true;
  sending.hidden = false;
  status.textContent = file.name;
  const request = new XMLHttpRequest();
  request.upload.addEventListener('progress', ({ loaded, total }) => (bar.value = loaded / total));
  // The service responds with a redirect to the page that shows the outcome.
  request.addEventListener('load', () =>
    request.status < 400 ? window.location.assign(request.responseURL) : end(form.dataset.failed),
  );
  request.addEventListener('error', () => end(form.dataset.failed));
  request.open('POST', form.action);
  request.send(new FormData(form));
}

function refuse(form, text) {
  const error = form.querySelector('.error');
  error.textContent = text;
  error.hidden = false;
  form.elements.File.setAttribute('aria-invalid', 'true');
  form.elements.File.focus();
}
