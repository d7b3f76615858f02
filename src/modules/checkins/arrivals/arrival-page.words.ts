import type { PageLanguage } from '../../../http/pages/form-page.js';

const english = {
  title: 'Do you have a booking?',
  intro: 'Say that you are here, and follow your place in the queue on this phone.',
  code: 'Code of your booking',
  codeHint: 'It is in the message that confirms your booking.',
  lastName: 'Your last name',
  send: 'I am here',
  unknown: 'We found no booking with this code and last name. Check both, or ask at the desk.',
  early: (time: string, from: string) => `Your booking is at ${time}. You can check in here from ${from}.`,
  day: (day: string, time: string) => `Your booking is not for today, but for ${day} at ${time}.`,
  office: (place: string, day: string, time: string) => `Your booking is at another office: ${place}, ${day}, ${time}.`,
  ended: 'This booking has ended, or was cancelled. Please ask at the desk.',
  closed: 'This line takes no customers at the moment. Please ask at the desk.',
  later: 'There were too many tries from here. Please ask at the desk, or try again in ten minutes.',
  gone: 'This address is not complete, or the office is closed. Please ask at the desk.',
  poster: 'Do you have a booking?',
  scan: 'Scan this code with the camera of your phone.',
  then: 'Type the code of your booking and your last name. You then see your place in the queue.',
  otherwise: 'Without a phone, or without a booking: please ask at the desk.',
};

export type Words = typeof english;

const spanish: Words = {
  title: '¿Tiene una cita?',
  intro: 'Díganos que ha llegado, y siga su turno en este teléfono.',
  code: 'Código de su cita',
  codeHint: 'Está en el mensaje que confirma su cita.',
  lastName: 'Su apellido',
  send: 'Ya estoy aquí',
  unknown:
    'No encontramos ninguna cita con este código y este apellido. Compruebe los dos, o pregunte en la ventanilla.',
  early: (time, from) => `Su cita es a las ${time}. Puede registrarse aquí a partir de las ${from}.`,
  day: (day, time) => `Su cita no es para hoy, sino para el ${day} a las ${time}.`,
  office: (place, day, time) => `Su cita es en otra oficina: ${place}, ${day}, ${time}.`,
  ended: 'Esta cita ha terminado, o fue cancelada. Pregunte en la ventanilla.',
  closed: 'Esta fila no recibe clientes en este momento. Pregunte en la ventanilla.',
  later: 'Hubo demasiados intentos desde aquí. Pregunte en la ventanilla, o inténtelo en diez minutos.',
  gone: 'Esta dirección no está completa, o la oficina está cerrada. Pregunte en la ventanilla.',
  poster: '¿Tiene una cita?',
  scan: 'Escanee este código con la cámara de su teléfono.',
  then: 'Escriba el código de su cita y su apellido. Después verá su turno en la fila.',
  otherwise: 'Sin teléfono, o sin cita: pregunte en la ventanilla.',
};

export const words: Readonly<Record<PageLanguage, Words>> = { en: english, es: spanish };
