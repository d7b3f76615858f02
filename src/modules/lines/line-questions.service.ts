import { Injectable } from '@nestjs/common';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Principal } from '../../auth/accounts/principal.js';
import { columns, columnsOf } from '../../database/schema/columns.js';
import { Db } from '../../database/db.js';
import { Conflict, Forbidden, Invalid, noSuch, refuse } from '../../errors/errors.js';
import { definedOf, duplicates, missing, type Bound } from '../../record/bind.js';
import { emptyList, fieldError, join as under, type FieldError } from '../../record/field-error.js';
import type { Guid } from '../../record/fields.js';
import { unsetGuid } from '../../record/values/guid.js';
import type { ListOptions, ListResult } from '../../record/lists/list-options.js';
import { LineQuestion } from './lines.records.js';
import { LocationsService } from './locations.service.js';
import { LinesService } from './lines.service.js';
import { Question } from './line.entity.js';

/** A question of the request, and its path in the request for errors, for example `LineQuestions[0]`. */
interface Listed {
  path: string;
  sent: Bound<LineQuestion>;
}

type Items = readonly Bound<LineQuestion>[] | undefined;

/** The parameters in the request's path: the Id of a question or the LineId of a line. */
interface Place {
  readonly Id?: number;
  readonly LineId?: Guid | null;
}

const list = 'LineQuestions';
const unknownQuestion = 'Some of the questions do not exist; nothing was written.';

/** Reads and changes the questions of lines. Each call writes all listed questions or none. */
@Injectable()
export class LineQuestionsService {
  constructor(
    private readonly db: Db,
    private readonly lines: LinesService,
    private readonly locations: LocationsService,
  ) {}

  /** Lists the questions in scope that match `ofLine`, in the order of LineId and Id, including retired questions. */
  list(caller: Principal, options: ListOptions, ofLine = sql`1 = 1`): ListResult<LineQuestion> {
    return this.db.list(
      LineQuestion,
      {
        columns: { ...columnsOf(LineQuestion, 'q'), CustomerCheckInId: sql`NULL`, Answer: sql`''` },
        from: sql`line_questions q JOIN service_lines l ON l.Id = q.LineId`,
        where: sql`${this.locations.within(caller, sql`l.LocationId`)} AND ${ofLine}`,
        order: [sql`q.LineId`, sql`q.Id`],
        key: [sql`q.Id`],
      },
      options,
    );
  }

  /** Lists the questions of a line. Throws NotFound for an unknown line, Forbidden for a line out of scope. */
  async ofLine(caller: Principal, lineId: Guid, options: ListOptions): Promise<ListResult<LineQuestion>> {
    await this.requireScope(caller, { LineId: lineId });
    await this.lines.require(lineId);
    return this.list(caller, options, sql`q.LineId = ${lineId}`);
  }

  async read(caller: Principal, id: number): Promise<LineQuestion> {
    await this.requireScope(caller, { Id: id });
    const question = await this.db.read(Question, { Id: id });
    if (!question) throw noSuch('question', id);
    return toRecord(question);
  }

  /** Adds the questions and returns them in the order sent. An item without LineId takes the LineId of the path. */
  async create(caller: Principal, place: Place, items: Items): Promise<LineQuestion[]> {
    await this.requireScope(caller, place, items);
    if (place.LineId) await this.lines.require(place.LineId);
    const listed = listing(items).map(({ path, sent }) => ({
      path,
      sent: { ...sent, LineId: sent.LineId ?? place.LineId ?? undefined },
    }));
    const errors = listed.flatMap(({ path, sent }) => [
      ...(sent.Id
        ? [fieldError('Invalid', `${path}.Id`, 'must be 0 or absent: the service numbers new questions')]
        : []),
      ...missing(LineQuestion, sent, path),
      ...(sent.LineId ? [] : [fieldError('NotEmpty', `${path}.LineId`, 'is required')]),
      ...misplaced(place, path, sent),
    ]);
    refuse(errors);
    refuse([...repeated(items), ...(await this.lockLines(place, listed))]);
    const created = await this.db.insertAll(
      Question,
      listed.map(({ sent }) => ({ LineId: sent.LineId, Question: sent.Question, Active: sent.Active })),
    );
    await this.refuseRepeated(created);
    return created.map(toRecord);
  }

  /**
   * Changes the questions and returns them in the order sent. If the path has an Id, the request must contain only the
   * question with this Id.
   */
  async update(caller: Principal, place: Place, items: Items): Promise<LineQuestion[]> {
    await this.requireScope(caller, place, items);
    if (place.LineId) await this.lines.require(place.LineId);
    const listed = listing(items).map(({ path, sent }) => ({ path, sent: { ...sent, Id: sent.Id || place.Id } }));
    if (place.Id !== undefined && listed.length !== 1)
      throw new Invalid([fieldError('Length', list, 'must contain exactly one question', { Min: '1', Max: '1' })]);
    const { unknown } = await this.lockListed(listed, place.LineId ?? undefined);
    const errors = listed.flatMap(({ path, sent }) => [
      ...(sent.Id || place.Id !== undefined ? [] : [fieldError('NotNull', `${path}.Id`, 'is required')]),
      ...misplaced(place, path, sent),
    ]);
    refuse([...repeated(items), ...errors, ...(await this.lockLines(place, listed))], unknown, unknownQuestion);
    const updated: Question[] = [];
    for (const { sent } of listed) {
      const { LineId, Question: text, Active } = sent;
      const after = await this.db.update(
        Question,
        { Id: sent.Id },
        { LineId: LineId ?? undefined, Question: text, Active },
      );
      updated.push(after!);
    }
    await this.refuseRepeated(updated);
    return updated.map(toRecord);
  }

  async removeOne(caller: Principal, id: number): Promise<LineQuestion[]> {
    await this.requireScope(caller, { Id: id });
    return this.removeNamed([{ path: '', sent: { Id: id } }], []);
  }

  async removeListed(caller: Principal, items: Items): Promise<LineQuestion[]> {
    await this.requireScope(caller, {}, items);
    const listed = listing(items);
    const unnamed = listed.filter(({ sent }) => !sent.Id);
    const errors = unnamed.map(({ path }) => fieldError('NotNull', `${path}.Id`, 'is required'));
    const named = listed.filter((item) => !unnamed.includes(item));
    return this.removeNamed(named, [...repeated(items), ...errors]);
  }

  private async removeNamed(listed: readonly Listed[], errors: readonly FieldError[]): Promise<LineQuestion[]> {
    const { ids, unknown } = await this.lockListed(listed);
    refuse(errors, unknown, unknownQuestion);
    return this.remove(ids);
  }

  async removeOfLine(caller: Principal, lineId: Guid): Promise<LineQuestion[]> {
    await this.requireScope(caller, { LineId: lineId });
    await this.lines.require(lineId);
    const questions = await this.db.lock<{ Id: number }>(
      sql`SELECT Id FROM line_questions WHERE LineId = ${lineId} ORDER BY Id`,
    );
    return this.remove(questions.map(({ Id }) => Id));
  }

  /**
   * Throws Forbidden if a line is at a location out of scope. Checks the lines that the path and the items name by
   * LineId, and the lines of the questions that they name by Id.
   */
  private async requireScope(caller: Principal, { Id, LineId }: Place, items: Items = []): Promise<void> {
    const lineIds = [LineId, ...items.map((item) => item.LineId)].map((id) => id ?? unsetGuid);
    const ids = [Id, ...items.map((item) => item.Id)].map((id) => id ?? 0);
    const outside = await this.db.one(sql`SELECT l.Id AS Id FROM service_lines l
      WHERE (l.Id IN (${join(lineIds)}) OR l.Id IN (SELECT q.LineId FROM line_questions q WHERE q.Id IN (${join(ids)})))
      AND NOT (${this.locations.within(caller, sql`l.LocationId`)}) LIMIT 1`);
    if (outside)
      throw new Forbidden('You do not work at the location of the line, and no agent in your scope does.', 'Scope');
  }

  /** Removes the questions `ids`, which must be locked. A question with answers becomes inactive instead. */
  private async remove(ids: readonly number[]): Promise<LineQuestion[]> {
    if (ids.length === 0) return [];
    const answered = await this.db.all<{ Id: number }>(
      sql`SELECT DISTINCT Id FROM line_answers WHERE Id IN (${join(ids)})`,
    );
    const kept = new Set(answered.map(({ Id }) => Id));
    const affected: LineQuestion[] = [];
    for (const Id of ids) {
      const row = kept.has(Id)
        ? await this.db.update(Question, { Id }, { Active: false })
        : await this.db.remove(Question, { Id });
      affected.push(toRecord(row!));
    }
    return affected;
  }

  /**
   * Locks the questions that the items name by Id. Returns the Ids in the order sent, and an error for each Id that is
   * unknown or, if `lineId` is given, belongs to a question of another line.
   */
  private async lockListed(
    listed: readonly Listed[],
    lineId?: Guid,
  ): Promise<{ ids: number[]; unknown: readonly FieldError[] }> {
    const named = listed.flatMap(({ path, sent }) => (sent.Id === undefined ? [] : [{ path, id: sent.Id }]));
    const ids = named.map(({ id }) => id);
    if (ids.length === 0) return { ids, unknown: [] };
    const stored = await this.db.lock<{ Id: number; LineId: Guid }>(
      sql`SELECT Id, LineId FROM line_questions WHERE Id IN (${join(ids)}) ORDER BY Id`,
    );
    const known = new Set(stored.filter((row) => lineId === undefined || row.LineId === lineId).map(({ Id }) => Id));
    const unknown = named
      .filter(({ id }) => !known.has(id))
      .map(({ path }) => fieldError('Unknown', under(path, 'Id'), 'must be the Id of a question'));
    return { ids, unknown };
  }

  /**
   * Locks the lines that the items name by LineId, so that two requests cannot add the same question. Returns an error
   * for each unknown line, but none if the path has a LineId, because that line was checked before.
   */
  private async lockLines(place: Place, listed: readonly Listed[]): Promise<FieldError[]> {
    const named = listed.flatMap(({ path, sent }) => (sent.LineId ? [{ path, id: sent.LineId }] : []));
    const known = await this.lines.lock([...new Set(named.map(({ id }) => id))]);
    return named
      .filter(({ id }) => !place.LineId && !known.has(id))
      .map(({ path }) => fieldError('Unknown', `${path}.LineId`, 'must be the Id of a line'));
  }

  /**
   * Throws Invalid if one of these new or changed questions would have the same text as another active question of its
   * line. Call this method before you write the questions.
   */
  async mustBeSingle(changes: readonly Partial<Question>[]): Promise<void> {
    const ids = changes.map(({ Id = 0 }) => Id);
    const changed = new Map((await this.questions(sql`q.Id IN (${join(ids)})`)).map((row) => [row.Id, row]));
    const after = changes.map((change) => ({ Active: true, ...changed.get(change.Id!), ...definedOf(change) }));
    const lineIds = after.map(({ LineId = unsetGuid }) => LineId);
    await this.lines.lock(lineIds);
    const others = await this.questions(sql`q.LineId IN (${join(lineIds)}) AND q.Id NOT IN (${join(ids)})`);
    const active = new Set(others.filter(({ Active }) => Active).map(keyOf));
    for (const question of after.filter(({ Active }) => Active)) {
      if (active.has(keyOf(question)))
        throw new Invalid([fieldError('Duplicate', 'Question', 'is already an active question of the line')]);
      active.add(keyOf(question));
    }
  }

  private questions(condition: Sql): Promise<Question[]> {
    return this.db.all<Question>(sql`SELECT ${columns(Question, 'q')} FROM line_questions q WHERE ${condition}`);
  }

  /** Throws Conflict if a saved question has the text of another active question of its line. */
  private async refuseRepeated(saved: readonly Question[]): Promise<void> {
    const lineIds = [...new Set(saved.map(({ LineId }) => LineId))];
    await this.lines.lock(lineIds);
    const active = await this.db.all<Question>(sql`SELECT Id, LineId, Question FROM line_questions
      WHERE LineId IN (${join(lineIds)}) AND Active = 1`);
    const errors = saved.flatMap((question, index) => {
      const others = active.filter(
        (other) => other.Id !== question.Id && other.LineId === question.LineId && other.Question === question.Question,
      );
      return question.Active && others.length > 0
        ? [fieldError('Duplicate', `${list}[${index}].Question`, 'is already an active question of the line')]
        : [];
    });
    if (errors.length > 0)
      throw new Conflict('The line already has this active question: send another text.', { errors });
  }
}

/** A key for comparisons: two questions have the same key if they have the same line and the same text. */
function keyOf({ LineId, Question: text }: Partial<Question>): string {
  return JSON.stringify([LineId, text]);
}

/** The items of the request, each with its path for errors. Throws Invalid for an empty list. */
function listing(items: Items): Listed[] {
  if (!items || items.length === 0) throw new Invalid([emptyList(list)]);
  return items.map((sent, index) => ({ path: `${list}[${index}]`, sent }));
}

function repeated(items: Items = []): FieldError[] {
  return duplicates(items, ['Id'], list);
}

/** Returns an error for an Id or LineId that differs from the one in the path, and for a CustomerCheckInId. */
function misplaced(place: Place, path: string, { Id, LineId, CustomerCheckInId }: Bound<LineQuestion>): FieldError[] {
  const differs = (name: string): FieldError =>
    fieldError('Mismatch', `${path}.${name}`, `must equal the ${name} of the path`);
  return [
    ...(place.Id !== undefined && Id !== undefined && Id !== place.Id ? [differs('Id')] : []),
    ...(place.LineId && LineId && LineId !== place.LineId ? [differs('LineId')] : []),
    ...(CustomerCheckInId
      ? [
          fieldError(
            'Invalid',
            `${path}.CustomerCheckInId`,
            'must be unset: answers are written to the visit’s questionnaire',
          ),
        ]
      : []),
  ];
}

function toRecord({ Id, LineId, Question: text, Active }: Question): LineQuestion {
  return { Id, CustomerCheckInId: null, LineId, Question: text, Answer: '', Active };
}
