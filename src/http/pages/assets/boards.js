import { service } from './service.js';
import { openSession } from './session.js';
import { call } from './tokens.js';

const hint = document.querySelector('#hint');
const locations = document.querySelector('#locations');

function card({ LocationId, Name }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const title = document.createElement('strong');
  title.textContent = Name;
  link.href = `${service}/queue/${LocationId}`;
  link.append(title);
  item.append(link);
  return item;
}

let shownTo;

await openSession(async (user) => {
  hint.hidden = user !== undefined;
  if (user && user.UserId === shownTo) return;
  shownTo = user?.UserId;
  locations.replaceChildren();
  hint.textContent = 'Sign in to see the boards that you may open.';
  if (!user) return;
  try {
    const { Locations } = await call('GET', '/v1/Locations?Active=true');
    if (shownTo !== user.UserId) return;
    locations.replaceChildren(...Locations.map(card));
    hint.hidden = Locations.length > 0;
    hint.textContent = user.Roles.includes('Administrator')
      ? 'No location is assigned to you. Assign locations to a user with PUT /v1/Users/{UserId}/Locations, or to an ' +
        'agent with PUT /v1/Agents/{AgentId}/Locations. Your UserId is ' +
        user.UserId +
        '.'
      : 'No board is open to you. An Administrator can assign locations to you.';
  } catch (error) {
    // The next renewal of the session asks again.
    if (shownTo !== user.UserId) return;
    shownTo = undefined;
    hint.hidden = false;
    hint.textContent = error instanceof TypeError ? 'The service cannot be reached. Reload this page.' : error.message;
  }
});
