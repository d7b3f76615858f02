import type { PageLanguage } from '../../../http/pages/form-page.js';

const english = {
  title: 'Your visit',
  ticket: 'Your ticket:',
  ahead: (people: number) =>
    people === 0
      ? 'You are next in line.'
      : people === 1
        ? '1 person is ahead of you.'
        : `${people} people are ahead of you.`,
  soon: 'It can be your turn at any moment: please stay near.',
  wait: (duration: string, until: string) => `Expected wait: ${duration} (until about ${until}).`,
  booked: (time: string) => `Your booking: ${time}.`,
  others: 'Customers with a booking may be called first.',
  read: (time: string) => `Updated at ${time}`,
  late: (time: string) => `Updated at ${time}, trying again.`,
  turn: 'It is your turn: please come to',
  desk: 'the desk',
  turnTitle: (station: string) => `It is your turn: ${station}`,
  over: 'Your visit has ended. Thank you for coming.',
  cancelled: 'This visit is cancelled. You are not in the queue any more.',
  missed: 'You were called, and your visit has ended. If you are still here, please ask at the desk.',
  refresh: 'Refresh',
  tasks: 'What you can do',
  back: 'Back to your place',
  gone: 'This link is not valid any more, or not complete. Please open it in the message again, or ask at the desk.',
  ended: 'Your visit has ended, so nothing was changed.',
  changed: 'Your visit has changed in the meantime. Please try again.',
  leave: 'Leave the queue',
  leaveQuestion: 'Do you want to leave the queue? You lose your place.',
  leaveConfirm: 'Yes, leave the queue',
  served: 'You are being served. Please ask at the desk to end your visit.',
  questions: 'Answer our questions',
  unanswered: (count: number) => (count === 0 ? 'all answered' : `${count} without an answer`),
  answered: 'You have answered this question. A new answer replaces the old one.',
  save: 'Save the answers',
  answerOne: 'Please answer at least one question.',
  answerBetter: 'Please write at most 4,000 characters, and only text.',
  answersTooLong: 'Your answers are too long. Please write less.',
  documents: 'Hand in documents',
  missing: (count: number) => (count === 0 ? 'all received' : `${count} missing`),
  received: (count: number) => (count === 0 ? '' : `Received: ${count}`),
  receivedFile: (name: string) => `We have received ${name}.`,
  file: 'File',
  progress: 'Progress',
  files: (most: string) =>
    `A picture, a PDF, plain text, or a document of Word, Excel, PowerPoint or LibreOffice, of at most ${most}.`,
  check: 'Nothing is sent yet. Please correct the fields below.',
  send: 'Send the file',
  choose: 'Please choose a file that is not empty.',
  type: 'Please choose a picture, a PDF, plain text, or a document of Word, Excel, PowerPoint or LibreOffice.',
  large: (most: string) => `The file is too large. It can have at most ${most}.`,
  harmful: 'This file was refused by the check for harmful content.',
  later: 'The file cannot be taken now. Please try again later, or bring it to the desk.',
  many: 'Your visit has enough documents. Please bring further files to the desk.',
};

export type Words = typeof english;

const spanish: Words = {
  title: 'Su visita',
  ticket: 'Su turno:',
  ahead: (people) =>
    people === 0
      ? 'Usted es la siguiente persona de la fila.'
      : people === 1
        ? 'Hay 1 persona antes que usted.'
        : `Hay ${people} personas antes que usted.`,
  soon: 'Puede ser su turno en cualquier momento: no se aleje.',
  wait: (duration, until) => `Espera prevista: ${duration} (hora aproximada: ${until}).`,
  booked: (time) => `Su cita: ${time}.`,
  others: 'Quienes tienen cita pueden pasar antes.',
  read: (time) => `Actualizado a las ${time}`,
  late: (time) => `Actualizado a las ${time}, intentándolo de nuevo.`,
  turn: 'Es su turno: pase a',
  desk: 'la ventanilla',
  turnTitle: (station) => `Es su turno: ${station}`,
  over: 'Su visita ha terminado. Gracias por venir.',
  cancelled: 'Esta visita está cancelada. Usted ya no está en la fila.',
  missed: 'Se le llamó y su visita ha terminado. Si todavía está aquí, pregunte en la ventanilla.',
  refresh: 'Actualizar',
  tasks: 'Lo que puede hacer',
  back: 'Volver a su lugar',
  gone: 'Este enlace ya no es válido, o no está completo. Ábralo de nuevo en el mensaje, o pregunte en la ventanilla.',
  ended: 'Su visita ha terminado, por eso no se cambió nada.',
  changed: 'Su visita ha cambiado mientras tanto. Inténtelo de nuevo.',
  leave: 'Salir de la fila',
  leaveQuestion: '¿Quiere salir de la fila? Perderá su lugar.',
  leaveConfirm: 'Sí, salir de la fila',
  served: 'Ya le están atendiendo. Para terminar su visita, pregunte en la ventanilla.',
  questions: 'Responder a nuestras preguntas',
  unanswered: (count) => (count === 0 ? 'todas respondidas' : `${count} sin respuesta`),
  answered: 'Ya ha respondido a esta pregunta. Una respuesta nueva sustituye a la anterior.',
  save: 'Guardar las respuestas',
  answerOne: 'Responda al menos a una pregunta.',
  answerBetter: 'Escriba como máximo 4.000 caracteres, y solo texto.',
  answersTooLong: 'Sus respuestas son demasiado largas. Escriba menos.',
  documents: 'Entregar documentos',
  missing: (count) => (count === 0 ? 'todos recibidos' : count === 1 ? 'falta 1' : `faltan ${count}`),
  received: (count) => (count === 0 ? '' : count === 1 ? 'Recibido: 1' : `Recibidos: ${count}`),
  receivedFile: (name) => `Hemos recibido ${name}.`,
  file: 'Archivo',
  progress: 'Progreso',
  files: (most) =>
    `Una imagen, un PDF, texto sin formato o un documento de Word, Excel, PowerPoint o LibreOffice, de hasta ${most}.`,
  check: 'Aún no se ha enviado nada. Corrija los campos siguientes.',
  send: 'Enviar el archivo',
  choose: 'Elija un archivo que no esté vacío.',
  type: 'Elija una imagen, un PDF, texto sin formato o un documento de Word, Excel, PowerPoint o LibreOffice.',
  large: (most) => `El archivo es demasiado grande. Puede tener como máximo ${most}.`,
  harmful: 'El archivo fue rechazado por el control de contenidos dañinos.',
  later: 'No se puede recibir el archivo ahora. Inténtelo más tarde o tráigalo a la ventanilla.',
  many: 'Su visita ya tiene suficientes documentos. Traiga los demás a la ventanilla.',
};

export const words: Readonly<Record<PageLanguage, Words>> = { en: english, es: spanish };
