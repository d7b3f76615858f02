import { Caller, type Principal } from '../../auth/accounts/principal.js';
import { Conflict, Forbidden, NotFound } from '../../errors/errors.js';
import { HandlerResult } from '../../http/endpoint/handler-result.js';
import { Endpoint, Input, ListQuery, Resource } from '../../http/endpoint/endpoint.js';
import { groups } from '../../http/endpoint/groups.js';
import type { Bound, BoundWith } from '../../record/bind.js';
import type { ListOptions } from '../../record/lists/list-options.js';
import { HistoryOf } from '../history/history.controller.js';
import { Appointment } from './appointment.entity.js';
import { AppointmentRange, AppointmentsResponse as response } from './appointments.records.js';
import { AppointmentsService } from './appointments.service.js';

const byId = '/v1/Appointments/{AppointmentId}';
const overlaps = "Meta.Overlaps lists the agent's other planned appointments at that time, up to 10; they are allowed.";

@Resource(groups.appointments)
export class AppointmentsController {
  constructor(private readonly appointments: AppointmentsService) {}

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: '/v1/Appointments/{From}/{To}',
    request: AppointmentRange,
    filters: ['ContactId'],
    response,
    summary: 'List appointments',
    description:
      'Lists the appointments of agents in scope that are wholly or partly in the range, by StartDate. The service ' +
      'never changes Status by itself. To find past appointments that are still planned, send ' +
      '`Status=Planned&StartDateLessThanOrEqualTo=`.',
  })
  async listAppointments(
    @Input() range: BoundWith<AppointmentRange, 'From' | 'To'>,
    @Caller() caller: Principal,
    @ListQuery() options: ListOptions,
  ) {
    return { Appointments: await this.appointments.between(caller, range, options) };
  }

  @Endpoint({
    verb: 'GET',
    delegable: true,
    path: byId,
    request: Appointment,
    response,
    etag: Appointment,
    summary: 'Read an appointment',
    errors: [NotFound, Forbidden],
  })
  async readAppointment(
    @Input() { AppointmentId }: BoundWith<Appointment, 'AppointmentId'>,
    @Caller() caller: Principal,
  ) {
    return { Appointments: [await this.appointments.read(caller, AppointmentId)] };
  }

  @Endpoint({
    verb: 'POST',
    delegable: true,
    path: '/v1/Appointments',
    request: Appointment,
    response,
    summary: 'Make an appointment',
    description:
      'Makes an appointment of your agent, or of another agent in scope, with a contact in scope or shared with your ' +
      'agent. 409 for outreach to a contact marked DoNotContact, for a contact locked by another agent, and for an ' +
      `agent that is not Active. ${overlaps}`,
    errors: [NotFound, Forbidden, Conflict],
    example: {
      ContactId: 1,
      AgentId: 2,
      EventTypeId: 7,
      StartDate: '2027-03-08T16:00:00Z',
      Place: 'Room 12',
      Note: 'Bring the annuity comparison.',
    },
  })
  async addAppointment(@Input() sent: Bound<Appointment>, @Caller() caller: Principal) {
    return this.answer(await this.appointments.add(caller, sent));
  }

  @Endpoint({
    verb: 'PUT',
    delegable: true,
    path: byId,
    request: Appointment,
    response,
    summary: 'Change an appointment',
    description:
      'Changes the fields that you send. Status Done logs an activity with the Note once, and raises LastContact. If ' +
      'a future appointment without a line becomes Done, it moves to now. With a line, it keeps its time, and what ' +
      'refuses the activity is in Meta.Warnings. 409 if you change a Done appointment, except Place and Note. ' +
      overlaps,
    errors: [NotFound, Forbidden, Conflict],
    example: { Place: 'Room 14' },
  })
  async changeAppointment(@Input() sent: BoundWith<Appointment, 'AppointmentId'>, @Caller() caller: Principal) {
    const { appointment, meta } = await this.appointments.change(caller, sent);
    return this.answer(appointment, meta);
  }

  @Endpoint({
    verb: 'DELETE',
    delegable: true,
    path: byId,
    request: Appointment,
    response,
    summary: 'Remove an appointment',
    description:
      'The activity of a Done appointment remains. To keep the appointment, change its Status to Cancelled instead.',
    errors: [NotFound, Forbidden],
  })
  async removeAppointment(
    @Input() { AppointmentId }: BoundWith<Appointment, 'AppointmentId'>,
    @Caller() caller: Principal,
  ) {
    return { Appointments: [await this.appointments.remove(caller, AppointmentId)] };
  }

  private async answer(appointment: Appointment, more: { Warnings?: string } = {}) {
    const ids = await this.appointments.overlaps(appointment);
    const meta = { ...more, ...(ids.length > 0 && { Overlaps: ids.join(',') }) };
    return new HandlerResult({ Appointments: [appointment] }, { meta });
  }
}

export class AppointmentHistoryController extends HistoryOf(
  AppointmentsController,
  'readAppointment',
  'changeAppointment',
) {}
