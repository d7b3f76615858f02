import type { FormPage, PageLanguage } from '../../../http/pages/form-page.js';
import type { Bound } from '../../../record/bind.js';
import type { FieldError } from '../../../record/field-error.js';
import type { SurveyWithQuestions } from '../setup/survey-setup.records.js';
import { longestResponse, type SurveyQuestionResponse } from '../surveys.records.js';

type Responses = readonly Bound<SurveyQuestionResponse>[];

const asking = `<h1>{{title}}</h1>
{{>alert}}
<form method="post">
{{#questions}}
{{#isChoice}}
<fieldset>
<legend>{{text}}{{^isRequired}} <small>({{optional}})</small>{{/isRequired}}</legend>
{{#error}}<p class="error" id="{{name}}-error">{{error}}</p>{{/error}}
{{#options}}
<label><input type="radio" name="{{name}}" value="{{Code}}"{{#isChosen}} checked{{/isChosen}}
  {{#isRequired}}required{{/isRequired}} {{#error}}aria-describedby="{{name}}-error"{{/error}}>
  {{Label}}{{#end}} <small>{{end}}</small>{{/end}}</label>
{{/options}}
{{^isRequired}}
<label><input type="radio" name="{{name}}" value=""{{^response}} checked{{/response}}> {{none}}</label>
{{/isRequired}}
</fieldset>
{{/isChoice}}
{{^isChoice}}
<p><label for="{{name}}">{{text}}{{^isRequired}} <small>({{optional}})</small>{{/isRequired}}</label>
{{#error}}<span class="error" id="{{name}}-error">{{error}}</span>{{/error}}
<textarea class="control" id="{{name}}" name="{{name}}" rows="3" maxlength="${longestResponse}"
  {{#isRequired}}required{{/isRequired}} {{#error}}aria-invalid="true" aria-describedby="{{name}}-error"{{/error}}>
{{response}}</textarea></p>
{{/isChoice}}
{{/questions}}
<p><button class="button main">{{send}}</button></p>
</form>`;
const ended = '<h1>{{title}}</h1><p role="status">{{text}}</p>';

const words = {
  en: {
    title: 'Survey',
    optional: 'optional',
    none: 'No answer',
    send: 'Send my answers',
    check: 'Your answers are not sent yet. Please check the questions below.',
    any: 'Please answer at least one question.',
    NotEmpty: 'Please answer this question.',
    Enum: 'Please choose one of the answers.',
    Length: 'Please write at most 4,000 characters.',
    answered: 'Thank you! We have your answers.',
    closed: 'This survey has ended.',
    unknown: 'This link is not valid, or not complete. Please open it in the message again, or ask us for another one.',
  },
  es: {
    title: 'Encuesta',
    optional: 'opcional',
    none: 'Sin respuesta',
    send: 'Enviar mis respuestas',
    check: 'Sus respuestas aún no se han enviado. Revise las preguntas siguientes.',
    any: 'Responda al menos una pregunta.',
    NotEmpty: 'Responda esta pregunta.',
    Enum: 'Elija una de las respuestas.',
    Length: 'Escriba como máximo 4.000 caracteres.',
    answered: '¡Gracias! Tenemos sus respuestas.',
    closed: 'Esta encuesta ha terminado.',
    unknown: 'Este enlace no es válido, o no está completo. Ábralo de nuevo en el mensaje, o pídanos otro.',
  },
} as const;

/** The questions of a survey as a form. After a rejected submission, it shows the `responses` and their `errors`. */
export function questionsPage(
  language: PageLanguage,
  { Title, Questions }: SurveyWithQuestions,
  responses: Responses = [],
  errors: readonly FieldError[] = [],
): FormPage {
  const { any, check, ...texts } = words[language];
  const problem = (at: number): string | undefined => {
    const code = errors.find(({ FieldName }) => FieldName === `Responses[${at}].Response`)?.ErrorCode;
    return code === 'Enum' || code === 'Length' ? texts[code] : code && texts.NotEmpty;
  };
  const isEmpty = errors.some(({ FieldName }) => FieldName === 'Responses');
  const questions = Questions.map(({ QuestionId, Text, Kind, Required, Options, MinLabel, MaxLabel }, at) => {
    const response = responses.at(at)?.Response ?? '';
    const options = Options.map((option, place) => ({
      ...option,
      isChosen: option.Code === response,
      end: place === 0 ? MinLabel : place === Options.length - 1 ? MaxLabel : '',
    }));
    const kind = { isChoice: Kind === 'Choice', isRequired: Required };
    return { name: nameOf(QuestionId), text: Text, ...kind, options, response, error: problem(at) };
  });
  const alert = errors.length === 0 ? undefined : isEmpty ? any : check;
  const values = { ...texts, questions };
  return { language, title: Title, template: asking, alert, values, scripts: ['forms.js'] };
}

/** A page without a form, which says that the survey is answered or closed, or that the link is not valid. */
export function endPage(language: PageLanguage, why: 'answered' | 'closed' | 'unknown'): FormPage {
  const { title, [why]: text } = words[language];
  return { language, title, template: ended, values: { text } };
}

/** The response to each question, in the order of the survey; '' if the question has no answer. */
export function responsesIn(form: URLSearchParams, { Questions }: SurveyWithQuestions): Responses {
  const sent = new Map(form);
  return Questions.map(({ QuestionId }) => ({
    QuestionId,
    // Forms send a line break as CR LF.
    Response: (sent.get(nameOf(QuestionId)) ?? '').replaceAll('\r\n', '\n'),
  }));
}

function nameOf(questionId: number): string {
  return `q${questionId}`;
}
