import { readSubmission, sameAnswers, type QuestionWithOptions } from './submissions/submission.js';
import { shareOf } from './outcome/outcome.service.js';

describe('submission', () => {
  const questions: QuestionWithOptions[] = [
    {
      QuestionId: 1,
      Kind: 'Choice',
      Required: true,
      Options: [
        { Code: 'Y', Label: 'Yes' },
        { Code: 'N', Label: 'No' },
        { Code: 'Yes', Label: 'Certainly' },
      ],
    },
    { QuestionId: 2, Kind: 'Text', Required: true, Options: [] },
    { QuestionId: 3, Kind: 'Text', Required: false, Options: [] },
  ];
  const sent = (responses: Record<number, string>) =>
    Object.entries(responses).map(([id, Response]) => ({ QuestionId: Number(id), Response }));
  const errors = (list: { QuestionId?: number; Response?: string }[]) =>
    readSubmission(questions, list).errors.map(({ FieldName, ErrorCode }) => `${FieldName} ${ErrorCode}`);

  it('records a choice by code and label, and text unchanged', () => {
    expect(readSubmission(questions, sent({ 1: 'No', 2: ' fine 🙂 ', 3: '' }))).toEqual({
      errors: [],
      answers: [
        { QuestionId: 1, Response: 'No', ResponseCode: 'N' },
        { QuestionId: 2, Response: ' fine 🙂 ', ResponseCode: '' },
      ],
    });
  });

  it('takes a blank response to an optional choice as no answer', () => {
    const optional = [{ ...questions[0], Required: false }, questions[2]];
    expect(readSubmission(optional, sent({ 1: '', 3: 'Fine' }))).toEqual({
      errors: [],
      answers: [{ QuestionId: 3, Response: 'Fine', ResponseCode: '' }],
    });
  });

  it('prefers the code of an option to a label', () => {
    expect(readSubmission(questions, sent({ 1: 'Yes', 2: 'x' })).answers[0]).toEqual({
      QuestionId: 1,
      Response: 'Certainly',
      ResponseCode: 'Yes',
    });
  });

  it('accepts a choice in any letter case, and prefers an exact match', () => {
    const chosen = (text: string) => readSubmission(questions, sent({ 1: text, 2: 'x' })).answers[0].ResponseCode;
    expect(['y', 'NO', 'certainly', 'yes', 'YES'].map(chosen)).toEqual(['Y', 'N', 'Yes', 'Yes', 'Yes']);
    const alike = [
      { Code: 'a', Label: 'B' },
      { Code: 'b', Label: 'A' },
    ];
    const [{ ResponseCode }] = readSubmission([{ ...questions[0], Options: alike }], sent({ 1: 'A' })).answers;
    expect(ResponseCode).toBe('b');
  });

  it('reports every question with a bad answer', () => {
    expect(errors(sent({ 1: 'Maybe', 2: '  ' }))).toEqual([
      'Responses[0].Response Enum',
      'Responses[1].Response NotEmpty',
    ]);
    expect(errors([])).toEqual(['Responses NotEmpty', 'Responses NotEmpty']);
    expect(
      errors([...sent({ 1: 'Y', 2: 'x' }), { QuestionId: 1, Response: 'N' }, { QuestionId: 9, Response: 'x' }, {}]),
    ).toEqual([
      'Responses[2].QuestionId Duplicate',
      'Responses[3].QuestionId Unknown',
      'Responses[4].QuestionId Unknown',
    ]);
    expect(errors(sent({ 1: 'Y', 2: 'x'.repeat(4001) }))).toEqual(['Responses[1].Response Length']);
    expect(errors(sent({ 1: 'Y', 2: '🙂'.repeat(4000) }))).toEqual([]);
  });

  it('requires at least one answer even if no question requires one', () => {
    const { errors: found } = readSubmission([questions[2]], sent({ 3: ' ' }));
    expect(found.map(({ ErrorCode }) => ErrorCode)).toEqual(['NotEmpty']);
  });

  it('compares answers in any order, and a label as its code', () => {
    const answers = (responses: Record<number, string>) => readSubmission(questions, sent(responses)).answers;
    const reversed = [...answers({ 1: 'N', 2: 'x' })].reverse();
    expect(sameAnswers(answers({ 1: 'No', 2: 'x', 3: '' }), reversed)).toBe(true);
    expect(sameAnswers(answers({ 1: 'Y', 2: 'x' }), reversed)).toBe(false);
    expect(sameAnswers(answers({ 1: 'N', 2: 'X' }), reversed)).toBe(false);
    expect(sameAnswers(answers({ 1: 'N', 2: 'x', 3: 'y' }), reversed)).toBe(false);
  });
});

describe('share', () => {
  it.each([
    [0, 0, 0],
    [0, 7, 0],
    [7, 7, 100],
    [1, 3, 33],
    [2, 3, 67],
    [1, 8, 13],
    [1, 200, 1],
    [1, 201, 0],
    [29, 200, 15],
    [199, 200, 100],
    [1_000_001, 3_000_000, 33],
  ])('calculates the share of %d of %d answers as %d hundredths', (part, whole, hundredths) =>
    expect(shareOf(part, whole)).toBe(hundredths),
  );
});
