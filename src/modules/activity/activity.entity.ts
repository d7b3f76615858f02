import { Column } from 'typeorm';
import { Table } from '../../database/schema/table.js';
import { DateTime, Int32, Name, Text } from '../../record/fields.js';

@Table('activities', {
  unique: [['AgentId', 'ContactId', 'EventTypeId', 'StartDate']],
  indexes: [
    ['ContactId', 'StartDate'],
    ['ContactId', 'EventTypeId', 'StartDate'],
    ['StartDate', 'ContactId', 'EventTypeId', 'ActivityId'],
  ],
  ofPerson: { keep: 'agent, type and time of the activity' },
})
export class Activity {
  @Int32({ key: 'generated', example: 1 }) ActivityId!: number;
  /** 0 if an Administrator without an agent logged the activity. */
  @Int32({ references: 'Agent.AgentId' }) AgentId!: number;
  @Name(200, { computed: true, example: 'Ana Álvarez' }) AgentName!: string;
  @Int32({
    required: true,
    references: 'Contact.ContactId',
    fileTitles: 'Client, Client name, Customer, Customer name, Full name, Cliente, Contacto',
    example: 42,
  })
  ContactId!: number;
  @Int32({
    required: true,
    references: 'EventType.EventTypeId',
    fileTitles: 'Activity type, Activity, Type, Actividad',
  })
  EventTypeId!: number;
  @Name(100, { computed: true, example: 'Follow-up call' }) EventTypeName!: string;
  @Name(50, { computed: true, example: 'Outreach' }) EventCategory!: string;
  @DateTime({ required: 'or set', fileTitles: 'Start, Date, Date and time, When, Fecha, Inicio' }) StartDate!: DateTime;
  @DateTime({ endOfDay: true, fileTitles: 'End, Fin' }) EndDate!: DateTime | null;
  @Text(100, { personal: true, fileTitles: 'Result, Resultado', example: 'Reached' }) Outcome!: string;
  @Text(4000, {
    personal: true,
    encrypted: true,
    fileTitles: 'Notes, Remarks, Comments, Comment, Description, Notas, Comentarios, Observaciones',
    example: 'Wants to compare two annuities.',
  })
  Note!: string;
  @Name(200, { computed: true, namesPerson: true, example: 'Ada Lovelace' }) ContactName!: string;
  /**
   * Time when the activity was logged; null for an imported activity. The agent may change the activity for a day from
   * that time.
   */
  @Column({ type: 'varchar', length: 27, nullable: true }) LoggedAt!: DateTime | null;
}

/** A logged activity with a future start. The row is deleted when the activity raises LastContact of its contact. */
@Table('due_activities', { indexes: [['StartDate']], audited: false, ofPerson: { keep: 'the time of the activity' } })
export class DueActivity {
  @Int32({ key: true, references: 'Activity.ActivityId', onDelete: 'CASCADE' }) ActivityId!: number;
  @DateTime({ required: true }) StartDate!: DateTime;
}
