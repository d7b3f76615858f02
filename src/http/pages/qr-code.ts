import qrCode from 'qrcode-generator';

const pixels = 4;

/** The text as a QR code with a margin of four modules, in a data URL of a GIF with four pixels per module. */
export function qrCodeOf(text: string): string {
  const code = qrCode(0, 'M');
  code.addData(text);
  code.make();
  return code.createDataURL(pixels, 4 * pixels);
}
