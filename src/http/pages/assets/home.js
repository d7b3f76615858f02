import { offerCopies } from './copy.js';
import { openSession } from './session.js';

offerCopies();
await openSession((user) => {
  // The session has shown the cards that the user may use. Hide a group without any, and its title.
  for (const offer of document.querySelectorAll('.offer'))
    offer.hidden = offer.querySelector('[data-operation]:not([hidden])') === null;
  // The mailbox, which has this script too, has neither of the two.
  const [about, technical] = ['#about', '#developers'].map((part) => document.querySelector(part));
  if (about) about.hidden = user !== undefined;
  if (technical) technical.hidden = user !== undefined && !user.Roles.includes('Administrator');
});
