const shown = 4;

/** A social security number as all but Administrators see it: `***-**-1234`. One of four digits or fewer is hidden whole. */
export function maskedSsn(ssn: string): string {
  const digits = ssn.replaceAll(/\D/g, '');
  return `***-**-${digits.length > shown ? digits.slice(-shown) : '****'}`;
}
