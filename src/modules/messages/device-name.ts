import Bowser from 'bowser';

const browsers = new Set(Object.values(Bowser.BROWSER_MAP));
const systems = new Set(Object.values(Bowser.OS_MAP));
/** Maximum number of characters of a User-Agent header that are parsed. */
const longest = 200;

/**
 * Names the browser and the system of a User-Agent header, as in `Firefox, Windows`; '' if both are unknown. Only names
 * of the parser's own lists are returned, because a stranger can put a link into the header.
 */
export function deviceName(userAgent: string): string {
  const text = [...userAgent].slice(0, longest).join('');
  if (!text) return '';
  const { browser, os } = Bowser.parse(text);
  return [browsers.has(browser.name ?? '') && browser.name, systems.has(os.name ?? '') && os.name]
    .filter(Boolean)
    .join(', ');
}
