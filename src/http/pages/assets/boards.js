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

/** The page asks again for the boards after this many milliseconds, if the service did not send them. */
const tryAgainAfter = 5000;
let shownTo;

function say(text) {
  hint.hidden = text === '';
  hint.textContent = text;
}

async function show(user) {
  try {
    const { Locations } = await call('GET', '/v1/Locations?Active=true');
    if (shownTo !== user.UserId) return;
    locations.replaceChildren(...Locations.map(card));
    if (Locations.length > 0) say('');
    else if (user.Roles.includes('Administrator'))
      say(
        'No location is assigned to you. Assign locations to a user with PUT /v1/Users/{UserId}/Locations, or to an ' +
          `agent with PUT /v1/Agents/{AgentId}/Locations. Your UserId is ${user.UserId}.`,
      );
    else say('No board is open to you. An Administrator can assign locations to you.');
  } catch {
    if (shownTo !== user.UserId) return;
    say('The service did not send the boards. This page tries again.');
    setTimeout(() => shownTo === user.UserId && void show(user), tryAgainAfter);
  }
}

await openSession((user) => {
  if (user && user.UserId === shownTo) return;
  shownTo = user?.UserId;
  locations.replaceChildren();
  say('');
  if (!user) say('Sign in to see the boards that you may open.');
  else if (user.Operations.includes('listLocations')) void show(user);
  else say('Your role does not include boards. An Administrator can add them to your role.');
});
