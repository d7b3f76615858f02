import type { Language } from '../../../config/settings/messages.js';
import type { Kind } from '../message-kinds.js';

export interface Wording {
  readonly Subject: string;
  readonly Body: string;
  /** The wording of the text message; '' for kinds that are sent only by mail. */
  readonly Short: string;
}

const when = {
  en: 'When: [[Start]][[#Place]]\nPlace: [[Place]][[/Place]]',
  es: 'Cuándo: [[Start]][[#Place]]\nLugar: [[Place]][[/Place]]',
} as const;
/** What a booking of a line adds to the messages about an appointment. */
const booking = {
  en: [
    '[[#Line]][[Line]], [[Location]]. Code: [[Code]][[/Line]]',
    '[[#Instructions]]Please note: [[Instructions]][[/Instructions]]',
    '[[#Link]]To move or cancel it, or to say that you are here:\n[[Link]][[/Link]]',
  ],
  es: [
    '[[#Line]][[Line]], [[Location]]. Código: [[Code]][[/Line]]',
    '[[#Instructions]]Tenga en cuenta: [[Instructions]][[/Instructions]]',
    '[[#Link]]Para cambiarla, cancelarla o avisar de que ha llegado:\n[[Link]][[/Link]]',
  ],
} as const;
/** What a booking adds to the text messages. */
const bookingShort = {
  en: '[[#Code]] Code: [[Code]].[[/Code]][[#Link]] [[Link]][[/Link]]',
  es: '[[#Code]] Código: [[Code]].[[/Code]][[#Link]] [[Link]][[/Link]]',
} as const;
const paragraphs = (...parts: readonly string[]): string => parts.join('\n\n');
/**
 * Each link has a line of its own, because only then does the HTML of the mail show it as a link. No other value has
 * one, because strangers write some of them.
 */
const yourVisit = { en: 'Your place in the queue:\n[[Link]]', es: 'Su lugar en la fila:\n[[Link]]' } as const;
const ticket = {
  en: '[[#Ticket]]ticket [[Ticket]], [[/Ticket]]',
  es: '[[#Ticket]]turno [[Ticket]], [[/Ticket]]',
} as const;
const greeting = { en: 'Hello [[Name]],', es: 'Hola, [[Name]]:' } as const;

/** The default wordings, which the agency can replace. */
export const wordings: Readonly<Record<Language, Readonly<Record<Kind, Wording>>>> = {
  en: {
    VisitCheckedIn: {
      Subject: 'You are checked in at [[Location]]',
      Body: paragraphs(
        greeting.en,
        `${ticket.en}you are number [[Position]] in the line [[Line]] at [[Location]].`,
        yourVisit.en,
      ),
      Short: `[[Location]]: ${ticket.en}you are checked in, number [[Position]] in the line [[Line]]. [[Link]]`,
    },
    VisitNext: {
      Subject: 'You are next at [[Location]]',
      Body: paragraphs(
        greeting.en,
        `${ticket.en}you are next in the line [[Line]] at [[Location]]. Please come to the waiting room.`,
        yourVisit.en,
      ),
      Short: `[[Location]]: ${ticket.en}you are next in the line [[Line]]. Please come to the waiting room. [[Link]]`,
    },
    VisitCalled: {
      Subject: 'It is your turn at [[Location]]',
      Body: paragraphs(
        greeting.en,
        `${ticket.en}it is your turn[[#Station]]: please come to [[Station]][[/Station]].`,
        yourVisit.en,
      ),
      Short: `[[Location]]: ${ticket.en}it is your turn[[#Station]], please come to [[Station]][[/Station]]. [[Link]]`,
    },
    SurveyInvitation: {
      Subject: '[[Survey]]',
      Body: paragraphs(
        greeting.en,
        '[[Agent]] asks for your opinion. It takes a few minutes, until [[Expires]]:',
        '[[Link]]',
      ),
      Short: '[[Agent]] asks for your opinion: [[Link]]',
    },
    AppointmentMade: {
      Subject: 'Your appointment on [[Start]]',
      Body: paragraphs(greeting.en, 'you have an appointment with [[Agent]]: [[Type]].', when.en, ...booking.en),
      Short: `Your appointment with [[Agent]]: [[Start]][[#Place]], [[Place]][[/Place]].${bookingShort.en}`,
    },
    AppointmentTomorrow: {
      Subject: 'Tomorrow: your appointment with [[Agent]]',
      Body: paragraphs(
        greeting.en,
        'we remind you of your appointment with [[Agent]]: [[Type]].',
        when.en,
        ...booking.en,
      ),
      Short: `Tomorrow: your appointment with [[Agent]], [[Start]][[#Place]], [[Place]][[/Place]].${bookingShort.en}`,
    },
    AppointmentMoved: {
      Subject: 'Your appointment is now on [[Start]]',
      Body: paragraphs(greeting.en, 'your appointment with [[Agent]] has changed: [[Type]].', when.en, ...booking.en),
      Short: `Your appointment with [[Agent]] has changed: [[Start]][[#Place]], [[Place]][[/Place]].${bookingShort.en}`,
    },
    AppointmentCancelled: {
      Subject: 'Your appointment on [[Start]] is cancelled',
      Body: paragraphs(greeting.en, 'your appointment with [[Agent]] on [[Start]] is cancelled.'),
      Short: 'Your appointment with [[Agent]] on [[Start]] is cancelled.',
    },
    BookingToConfirm: {
      Subject: 'Please confirm your appointment on [[Start]]',
      Body: paragraphs(
        greeting.en,
        'you have chosen [[Start]] for [[Line]] at [[Location]]. We keep this time for 30 minutes. Confirm it here:',
        '[[Link]]',
        'If you did not ask for this, do nothing.',
      ),
      Short: '',
    },
    SlotDecided: {
      Subject: 'Your request for [[Slot]]: [[Decision]]',
      Body: paragraphs(
        greeting.en,
        'your request for [[Slot]] in [[District]] is [[Decision]].',
        '[[#Note]]The note: [[Note]][[/Note]]',
      ),
      Short: 'Your request for [[Slot]] in [[District]] is [[Decision]].',
    },
    PasswordLink: {
      Subject: 'Your new password',
      Body: paragraphs(
        greeting.en,
        'choose a new password within 30 minutes. The link works once:',
        '[[Link]]',
        'If you did not ask for this, do nothing: your password stays the same.',
      ),
      Short: '',
    },
    NewDevice: {
      Subject: 'A new device has signed in',
      Body: paragraphs(
        greeting.en,
        'a new device has signed in to your account on [[At]], from the address [[Address]].',
        'Its browser and system: [[Browser]][[^Browser]]unknown[[/Browser]]',
        'If it was not you, change your password and end the other sessions.',
      ),
      Short: '',
    },
    WebhookOff: {
      Subject: 'The webhook to [[Host]] is switched off',
      Body: paragraphs(
        greeting.en,
        'the service has switched off the webhook [[Webhook]] to [[Host]].',
        'The reason: [[Reason]]',
        'Its events wait. When the receiver works again, switch the webhook on: PUT /v1/Webhooks/[[Webhook]] with ' +
          'Active true.',
      ),
      Short: '',
    },
  },
  es: {
    VisitCheckedIn: {
      Subject: 'Su visita en [[Location]]',
      Body: paragraphs(
        greeting.es,
        `${ticket.es}usted es el número [[Position]] en la fila [[Line]] de [[Location]].`,
        yourVisit.es,
      ),
      Short: `[[Location]]: ${ticket.es}usted es el número [[Position]] en la fila [[Line]]. [[Link]]`,
    },
    VisitNext: {
      Subject: 'Pronto será su turno en [[Location]]',
      Body: paragraphs(
        greeting.es,
        `${ticket.es}pronto será su turno en la fila [[Line]] de [[Location]]. Venga a la sala de espera.`,
        yourVisit.es,
      ),
      Short: `[[Location]]: ${ticket.es}pronto será su turno en la fila [[Line]]. Venga a la sala de espera. [[Link]]`,
    },
    VisitCalled: {
      Subject: 'Es su turno en [[Location]]',
      Body: paragraphs(
        greeting.es,
        `${ticket.es}es su turno[[#Station]]: pase a [[Station]][[/Station]].`,
        yourVisit.es,
      ),
      Short: `[[Location]]: ${ticket.es}es su turno[[#Station]], pase a [[Station]][[/Station]]. [[Link]]`,
    },
    SurveyInvitation: {
      Subject: '[[Survey]]',
      Body: paragraphs(
        greeting.es,
        '[[Agent]] le pide su opinión. Son pocos minutos, hasta el [[Expires]]:',
        '[[Link]]',
      ),
      Short: '[[Agent]] le pide su opinión: [[Link]]',
    },
    AppointmentMade: {
      Subject: 'Su cita del [[Start]]',
      Body: paragraphs(greeting.es, 'tiene una cita con [[Agent]]: [[Type]].', when.es, ...booking.es),
      Short: `Su cita con [[Agent]]: [[Start]][[#Place]], [[Place]][[/Place]].${bookingShort.es}`,
    },
    AppointmentTomorrow: {
      Subject: 'Mañana: su cita con [[Agent]]',
      Body: paragraphs(greeting.es, 'le recordamos su cita con [[Agent]]: [[Type]].', when.es, ...booking.es),
      Short: `Mañana: su cita con [[Agent]], [[Start]][[#Place]], [[Place]][[/Place]].${bookingShort.es}`,
    },
    AppointmentMoved: {
      Subject: 'Su cita es ahora el [[Start]]',
      Body: paragraphs(greeting.es, 'su cita con [[Agent]] ha cambiado: [[Type]].', when.es, ...booking.es),
      Short: `Su cita con [[Agent]] ha cambiado: [[Start]][[#Place]], [[Place]][[/Place]].${bookingShort.es}`,
    },
    AppointmentCancelled: {
      Subject: 'Su cita del [[Start]] está cancelada',
      Body: paragraphs(greeting.es, 'su cita con [[Agent]] del [[Start]] está cancelada.'),
      Short: 'Su cita con [[Agent]] del [[Start]] está cancelada.',
    },
    BookingToConfirm: {
      Subject: 'Confirme su cita del [[Start]]',
      Body: paragraphs(
        greeting.es,
        'ha elegido [[Start]] para [[Line]] en [[Location]]. Guardamos esta hora 30 minutos. Confírmela aquí:',
        '[[Link]]',
        'Si usted no lo ha pedido, no haga nada.',
      ),
      Short: '',
    },
    SlotDecided: {
      Subject: 'Su solicitud de [[Slot]]: [[Decision]]',
      Body: paragraphs(
        greeting.es,
        'su solicitud de [[Slot]] en [[District]] tiene el estado [[Decision]].',
        '[[#Note]]La nota: [[Note]][[/Note]]',
      ),
      Short: 'Su solicitud de [[Slot]] en [[District]]: [[Decision]].',
    },
    PasswordLink: {
      Subject: 'Su nueva contraseña',
      Body: paragraphs(
        greeting.es,
        'elija una nueva contraseña en los próximos 30 minutos. El enlace sirve una vez:',
        '[[Link]]',
        'Si usted no lo ha pedido, no haga nada: su contraseña no cambia.',
      ),
      Short: '',
    },
    NewDevice: {
      Subject: 'Un dispositivo nuevo ha iniciado sesión',
      Body: paragraphs(
        greeting.es,
        'un dispositivo nuevo ha iniciado sesión en su cuenta el [[At]], desde la dirección [[Address]].',
        'Su navegador y sistema: [[Browser]][[^Browser]]desconocidos[[/Browser]]',
        'Si no ha sido usted, cambie su contraseña y cierre las demás sesiones.',
      ),
      Short: '',
    },
    WebhookOff: {
      Subject: 'El webhook hacia [[Host]] está desactivado',
      Body: paragraphs(
        greeting.es,
        'el servicio ha desactivado el webhook [[Webhook]] hacia [[Host]].',
        'El motivo: [[Reason]]',
        'Sus eventos esperan. Cuando el receptor funcione de nuevo, active el webhook: PUT ' +
          '/v1/Webhooks/[[Webhook]] con Active true.',
      ),
      Short: '',
    },
  },
};

/** The text before the unsubscribe link of a mail to a customer. */
export const unsubscribeTexts: Readonly<Record<Language, string>> = {
  en: 'No more messages from us:',
  es: 'No recibir más mensajes:',
};
