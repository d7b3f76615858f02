import { agents, type Group } from '../group.js';

export const records = {};

export const groups: Readonly<Record<string, Group>> = {
  'C23 Arrivals': {
    title: 'Arrivals of booked customers',
    routes: { '/v1/Bookings/{AppointmentId}/Arrive': ['POST', 'DELETE'] },
    access: agents,
    request: { AppointmentId: 'int32', SendReminders: 'boolean' },
    response: {
      ResponseStatus: 'ResponseStatus',
      CustomerCheckins: 'list<CustomerCheckinObject>',
      CustomerCheckinRequirements: 'CheckinInformation',
    },
    list: 'CustomerCheckins',
  },
};

export const placeholders: Readonly<Record<string, string>> = {};
