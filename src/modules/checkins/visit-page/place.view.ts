import { status } from '../checkin.entity.js';
import { alert, back, type Content } from './visit-call.js';
import type { Words } from './visit-page.words.js';
import type { VisitView } from './visit-pages.service.js';

/** Milliseconds after which visit.js reads the page again: of an open visit, and of one that has ended. */
const [refreshOpen, refreshEnded] = [5000, 60_000];

const template = `<h1>{{title}}</h1>
${alert}
<section id="place" aria-live="polite" data-every="{{every}}">
<p>{{LocationName}}{{#LineName}}<br>{{LineName}}{{/LineName}}</p>
<p class="now">{{now}}</p>
{{#wait}}<p>{{wait}}</p>{{/wait}}
</section>
<nav id="tasks" aria-label="{{words.tasks}}">
{{#hasTasks}}<ul>
{{#tasks}}<li><a href="{{home}}/{{path}}">{{text}}</a>{{#note}} <span>{{note}}</span>{{/note}}</li>
{{/tasks}}</ul>{{/hasTasks}}
</nav>
<p><a id="refresh" class="button" href="{{home}}">{{words.refresh}}</a></p>`;

const leaveTemplate = `<h1>{{title}}</h1>
<form method="post" action="{{home}}/leave">
<p>{{words.leaveQuestion}}</p>
<p><button class="button main">{{words.leaveConfirm}}</button></p></form>
${back}`;

/** problem: why a form was refused. */
export function placeView(view: VisitView, words: Words, problem?: string): Content {
  const { place, LocationName } = view;
  const isWaiting = place?.Status === status.waiting;
  const tasks = tasksOf(view, words);
  const values = {
    ...{ alert: problem, LocationName, LineName: place?.LineName, now: stateOf(view, words) },
    ...{ wait: isWaiting && words.wait(place.WaitTime), every: place ? refreshOpen : refreshEnded },
    ...{ tasks, hasTasks: tasks.length > 0 },
  };
  return { template, values, scripts: ['visit.js'] };
}

export function leaveView(words: Words): Content {
  return { title: words.leave, template: leaveTemplate };
}

/** The same page for every token that is wrong or has expired. */
export const goneView: Content = { template: '<h1>{{title}}</h1><p role="status">{{words.gone}}</p>' };

function stateOf({ place, Status }: VisitView, words: Words): string {
  if (place) return place.Status === status.waiting ? words.number(place.Position) : words.turn(place.StationName);
  if (Status === status.cancelled) return words.cancelled;
  return Status === status.noShow ? words.missed : words.over;
}

function tasksOf({ place, questions, documents }: VisitView, words: Words) {
  if (!place) return [];
  const unanswered = questions.filter(({ Answer }) => Answer === '').length;
  const missing = documents.filter(({ Received }) => Received === 0).length;
  return [
    ...(questions.length > 0 ? [{ path: 'questions', text: words.questions, note: words.unanswered(unanswered) }] : []),
    ...(documents.length > 0 ? [{ path: 'documents', text: words.documents, note: words.missing(missing) }] : []),
    ...(place.Status === status.serving ? [] : [{ path: 'leave', text: words.leave }]),
  ];
}
