/** Social security numbers of the USA, private keys (PEM), API keys of the service, and JSON Web Tokens. */
const known = /(?<!\d)(?:\d{9}|\d{3}[ .-]\d{2}[ .-]\d{4})(?!\d)|-----BEGIN|agk_|eyJ[\w-]{5}/;
/** An IBAN, in groups of four or as one word. */
const bankAccount = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\p{L}\p{N}])/iu;
const cardNumber = /(?<!\d)\d(?:[ .-]?\d){12,18}(?!\d)/g;
/** Words that are too long to be those of people, if they have letters and digits. */
const longWord = /[\w+=-]{20,200}/g;

/** Whether a text has what may be a secret, judged by its form. */
export function mayBeSecret(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(/\p{Pd}/gu, '-');
  return (
    known.test(plain) ||
    bankAccount.test(plain) ||
    (plain.match(cardNumber) ?? []).some(isCardNumber) ||
    (plain.match(longWord) ?? []).some((word) => /\d/.test(word) && /[a-z]/i.test(word))
  );
}

/** Whether the last digit is the check digit that the algorithm of Luhn gives. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, '')].map(Number).reverse();
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 || digit === 9 ? digit : (2 * digit) % 9), 0);
  return sum % 10 === 0;
}
