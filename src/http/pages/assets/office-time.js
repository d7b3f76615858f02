// Times as the clocks of the office show them, wherever the device is. Every page names TIME_ZONE for this script.
const timeZone = document.querySelector('meta[name=time-zone]').content;
const week = 604_800_000;

/** A formatter of moments by the clock of the office. `form` is as for Intl.DateTimeFormat. */
export const officeFormat = (form, language) => new Intl.DateTimeFormat(language, { ...form, timeZone });

/** A formatter of days, which have no time zone: the service sends their midnight in UTC. */
export const dayFormat = (form) => new Intl.DateTimeFormat(undefined, { ...form, timeZone: 'UTC' });

/** The name of the office's time zone, such as "Mountain Time"; '' if the clock of the device shows the same times. */
export function otherZone(language) {
  const form = { dateStyle: 'short', timeStyle: 'short' };
  const [office, device] = [officeFormat(form), new Intl.DateTimeFormat(undefined, form)];
  // Clocks that agree today may differ in summer.
  const year = Array.from({ length: 53 }, (_, index) => Date.now() + index * week);
  if (year.every((moment) => office.format(moment) === device.format(moment))) return '';
  const parts = officeFormat({ timeZoneName: 'longGeneric' }, language).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName').value;
}

/** Says in an element that times are those of the office, if the clock of the device shows other ones. */
export function showZone(element) {
  const name = otherZone('en');
  element.hidden = name === '';
  element.textContent = name && `Times are by the clock of the office (${name}).`;
}
