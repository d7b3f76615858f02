import { openSession } from './session.js';

const hint = document.querySelector('#hint');
const locations = document.querySelector('#locations');

function card({ LocationId, Name }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const title = document.createElement('strong');
  title.textContent = Name;
  link.href = `/queue/${LocationId}`;
  link.append(title);
  item.append(link);
  return item;
}

await openSession(async (user, token) => {
  hint.hidden = user !== undefined;
  locations.replaceChildren();
  if (!user) return;
  const response = await fetch('/v1/Locations?Active=true', { headers: { Authorization: `Bearer ${token}` } });
  const answer = await response.json();
  const found = answer.Locations ?? [];
  locations.replaceChildren(...found.map(card));
  hint.hidden = found.length > 0;
  hint.textContent = response.ok
    ? 'No board is open to you. An Administrator can assign locations to you.'
    : answer.ResponseStatus.Message;
});
