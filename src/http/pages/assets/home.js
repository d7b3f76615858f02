import { offerCopies } from './copy.js';
import { openSession } from './session.js';

offerCopies();
await openSession(() => undefined);
