import {
  BadRequest,
  PayloadTooLarge,
  TooManyRequests,
  Unavailable,
  UnsupportedMediaType,
} from '../../../errors/errors.js';
import type { PageLanguage } from '../../../http/pages/form-page.js';
import type { Content } from '../../../http/pages/page-call.js';
import { bind } from '../../../record/bind.js';
import { shift } from '../../../record/values/datetime.js';
import { Harmful } from '../../files/file-scan.service.js';
import { acceptedFiles } from '../../files/files.service.js';
import { LineQuestion } from '../../lines/lines.records.js';
import { status } from '../checkin.entity.js';
import type { VisitCall } from './visit-call.js';
import type { Words } from './visit-page.words.js';
import type { VisitView } from './visit-pages.service.js';

const back = '<p><a href="{{home}}">{{words.back}}</a></p>';

/**
 * Milliseconds after which the script visit.js reads the first page again: `refreshOpen` for an open visit,
 * `refreshEnded` for one that has ended. In a hidden tab, the script waits longer.
 */
const [refreshOpen, refreshEnded] = [5000, 60_000];

const placeTemplate = `<h1>{{words.title}}</h1>
{{>alert}}
{{#received}}<p role="status">{{received}}</p>{{/received}}
<section id="place"{{#desk}} class="turn"{{/desk}} aria-live="polite" data-every="{{every}}" data-home="{{home}}">
<p>{{LocationName}}{{#LineName}}<br>{{LineName}}{{/LineName}}</p>
{{#Ticket}}<p>{{words.ticket}} <strong>{{Ticket}}</strong></p>
{{/Ticket}}<p class="now">{{now}}{{#desk}} <strong>{{desk}}</strong>{{/desk}}</p>
{{#booked}}<p>{{booked}}</p>{{/booked}}
{{#wait}}<p>{{wait}}</p>{{/wait}}
{{#others}}<p>{{others}}</p>{{/others}}
</section>
<nav id="tasks" aria-label="{{words.tasks}}">
{{#hasTasks}}<ul>
{{#tasks}}<li><a href="{{home}}/{{path}}">{{text}}</a>{{#note}} <span>{{note}}</span>{{/note}}</li>
{{/tasks}}</ul>{{/hasTasks}}
</nav>
<p id="read" data-late="{{late}}">{{read}}</p>
<p class="clock">{{clock}}</p>
<p id="refresh">{{#isOpen}}<a class="button" href="{{home}}">{{words.refresh}}</a>{{/isOpen}}</p>`;

const leaveTemplate = `<h1>{{title}}</h1>
<form method="post" action="{{home}}/leave">
<p>{{words.leaveQuestion}}</p>
<p><button class="button main">{{words.leaveConfirm}}</button></p></form>
${back}`;

/** The reasons for which a visit refuses a form. */
const reasons = ['ended', 'served', 'many', 'changed'] as const;

/**
 * The first page of a visit. `problem` is the reason for which the visit has refused a form, `received` the encoded
 * name of the file that it has taken.
 */
export function placeView(
  view: VisitView,
  { words, time, clock }: Pick<VisitCall, 'words' | 'time' | 'clock'>,
  { problem, received = '' }: { problem: string; received?: string | undefined },
): Content {
  const { place, now, LocationName, hasBookings } = view;
  const reason = reasons.find((known) => known === problem);
  const name = decoded(received);
  const isWaiting = place?.Status === status.waiting;
  const desk = place && !isWaiting && (place.StationName || words.desk);
  const tasks = tasksOf(view, words);
  const values = {
    LocationName,
    received: name && words.receivedFile(name),
    isOpen: Boolean(place),
    LineName: place?.LineName,
    Ticket: place?.Ticket,
    now: stateOf(view, words),
    desk,
    booked: place?.BookedFor && words.booked(time(place.BookedFor)),
    others: isWaiting && !place.BookedFor && hasBookings && words.others,
    wait: isWaiting && waitOf(place.WaitTime, words, time(shift(now, place.WaitTime * 60_000) ?? now)),
    read: words.read(time(now)),
    late: words.late(time(now)),
    clock: clock(now),
    every: place ? refreshOpen : refreshEnded,
    tasks,
    hasTasks: tasks.length > 0,
  };
  const title = desk ? words.turnTitle(desk) : words.title;
  return { title, template: placeTemplate, values, alert: reason && words[reason], scripts: ['visit.js'] };
}

/** A text from a cookie, in which the customer can write anything. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

export function leaveView(words: Words): Content {
  return { title: words.leave, template: leaveTemplate };
}

/** The page for a wrong or expired token. It is always the same page, so that guesses of tokens reveal nothing. */
export const goneView: Content = { template: '<h1>{{title}}</h1><p role="status">{{words.gone}}</p>' };

/** `until` is the time of day at which the wait ends. */
function waitOf(minutes: number, words: Words, until: string): string {
  if (minutes === 0) return words.soon;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return words.wait(hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')}`, until);
}

function stateOf({ place, ahead, Status }: VisitView, words: Words): string {
  if (place) return place.Status === status.waiting ? words.ahead(ahead) : words.turn;
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

/** The answers in the submitted form, and the messages about errors in them, by the Id of the question. */
interface SentAnswers {
  texts: ReadonlyMap<number, string>;
  errors: ReadonlyMap<number, string>;
}

const questionsTemplate = `<h1>{{title}}</h1>
{{>alert}}
<form method="post" action="{{home}}/questions">
{{#questions}}<p><label for="{{name}}">{{Question}}</label>
{{#hint}}<small id="{{name}}-hint">{{hint}}</small>{{/hint}}
{{#error}}<strong id="{{name}}-error" class="error">{{error}}</strong>{{/error}}
<textarea class="control" id="{{name}}" name="{{name}}" rows="3" maxlength="4000"
{{#described}} aria-describedby="{{described}}"{{/described}}{{#error}} aria-invalid="true"{{/error}}>
{{sent}}</textarea></p>
{{/questions}}<p><button class="button main">{{words.save}}</button></p></form>
${back}`;

/** The page with the questions. `problem` is an error that concerns the whole form. */
export function questionsView({ questions }: VisitView, words: Words, sent?: SentAnswers, problem?: string): Content {
  const fields = questions.map(({ Id, Question, Answer }) => {
    const name = fieldOf(Id);
    const error = sent?.errors.get(Id);
    const hint = Answer === '' ? undefined : words.answered;
    const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
    return { name, Question, hint, error, described, sent: sent?.texts.get(Id) ?? '' };
  });
  const alert = problem ?? (sent?.errors.size ? words.check : undefined);
  const values = { questions: fields };
  return { title: words.questions, template: questionsTemplate, values, alert, scripts: ['forms.js'] };
}

/** Reads the answers from the submitted form. A field that is empty in the form leaves the saved answer unchanged. */
export function answersIn(form: URLSearchParams, { questions }: VisitView, words: Words): SentAnswers {
  const texts = new Map(
    questions.flatMap(({ Id }): [number, string][] => {
      const text = (form.get(fieldOf(Id)) ?? '').replaceAll('\r\n', '\n').trim();
      return text === '' ? [] : [[Id, text]];
    }),
  );
  if (texts.size === 0) return { texts, errors: new Map(questions.slice(0, 1).map(({ Id }) => [Id, words.answerOne])) };
  const bad = [...texts].filter(([, Answer]) => bind(LineQuestion, { Answer }).errors.length > 0);
  return { texts, errors: new Map(bad.map(([Id]) => [Id, words.answerBetter])) };
}

function fieldOf(questionId: number): string {
  return `Answer${questionId}`;
}

const documentsTemplate = `<h1>{{title}}</h1>
{{>alert}}
{{#documents}}<form method="post" enctype="multipart/form-data" action="{{home}}/documents?line={{LineId}}"
 data-limit="{{limit}}" data-large="{{large}}" data-failed="{{words.later}}">
<h2 id="line-{{LineId}}">{{LineName}}</h2>
{{#UploadMessage}}<p>{{UploadMessage}}</p>{{/UploadMessage}}
{{#received}}<p>{{received}}</p>{{/received}}
<p><label for="file-{{LineId}}">{{words.file}}</label>
<small id="file-{{LineId}}-rules">{{rules}}</small>
<strong id="file-{{LineId}}-error" class="error"{{^error}} hidden{{/error}}>{{error}}</strong>
<input class="control" type="file" id="file-{{LineId}}" name="File" required
 accept="{{accepted}}"
 aria-describedby="line-{{LineId}} file-{{LineId}}-rules file-{{LineId}}-error"
 {{#error}}aria-invalid="true"{{/error}}></p>
<p><button class="button main">{{words.send}}</button></p>
<p class="sending" hidden><span role="status"></span>
<progress max="1" aria-label="{{words.progress}}"></progress></p></form>
{{/documents}}
${back}`;

/** The page for uploads. `problem` is the result of `fileProblem` for the file that was sent for the line `line`. */
export function documentsView(
  { documents }: VisitView,
  { words, language }: Pick<VisitCall, 'words' | 'language'>,
  fileLimit: number,
  { line, problem }: { readonly line: string; readonly problem: string },
): Content {
  const known = fileProblems.find((each) => each === problem);
  const large = words.large(megabytes(fileLimit, language));
  const text = known && (known === 'large' ? large : words[known]);
  const fields = documents.map(({ Received, ...document }) => ({
    ...document,
    received: words.received(Received),
    error: document.LineId === line ? text : undefined,
  }));
  const alert = fields.some(({ error }) => error) ? words.check : undefined;
  const rules = words.files(megabytes(fileLimit, language));
  const values = { documents: fields, rules, large, limit: fileLimit, accepted: acceptedFiles };
  return { title: words.documents, template: documentsTemplate, values, alert, scripts: ['upload.js'] };
}

/** The reasons for which the service refuses a file. */
const fileProblems = ['harmful', 'choose', 'type', 'later', 'large'] as const;

/** Why the service refused a file; undefined if `error` has another reason. */
export function fileProblem(error: unknown): (typeof fileProblems)[number] | undefined {
  if (error instanceof Harmful) return 'harmful';
  if (error instanceof BadRequest) return 'choose';
  if (error instanceof UnsupportedMediaType) return 'type';
  if (error instanceof Unavailable || error instanceof TooManyRequests) return 'later';
  return error instanceof PayloadTooLarge ? 'large' : undefined;
}

/** The size as the systems of most devices show it: their megabyte has 2^20 bytes. */
function megabytes(bytes: number, language: PageLanguage): string {
  const unit = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, unit).format(bytes / 2 ** 20);
}
