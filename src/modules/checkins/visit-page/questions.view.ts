import { bind } from '../../../record/bind.js';
import { LineQuestion } from '../../lines/lines.records.js';
import { alert, back, type Content } from './visit-call.js';
import type { Words } from './visit-page.words.js';
import type { VisitView } from './visit-pages.service.js';

/** The submitted answers and their errors, by the Id of the question. */
interface SentAnswers {
  texts: ReadonlyMap<number, string>;
  errors: ReadonlyMap<number, string>;
}

const template = `<h1>{{title}}</h1>
${alert}
<form method="post" action="{{home}}/questions">
{{#questions}}<p><label for="{{name}}">{{Question}}</label>
{{#hint}}<small id="{{name}}-hint">{{hint}}</small>{{/hint}}
{{#error}}<strong id="{{name}}-error" class="error">{{error}}</strong>{{/error}}
<textarea class="control" id="{{name}}" name="{{name}}" rows="3" maxlength="4000"
{{#described}} aria-describedby="{{described}}"{{/described}}{{#error}} aria-invalid="true"{{/error}}>
{{sent}}</textarea></p>
{{/questions}}<p><button class="button main">{{words.save}}</button></p></form>
${back}`;

/** problem: with the form as a whole. */
export function questionsView({ questions }: VisitView, words: Words, sent?: SentAnswers, problem?: string): Content {
  const fields = questions.map(({ Id, Question, Answer }) => {
    const name = fieldOf(Id);
    const error = sent?.errors.get(Id);
    const hint = Answer === '' ? undefined : words.answered;
    const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
    return { name, Question, hint, error, described, sent: sent?.texts.get(Id) ?? '' };
  });
  return { title: words.questions, template, values: { questions: fields, alert: problem } };
}

/** The answers of a form. An empty field leaves a saved answer unchanged. */
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
