/** The form in which user names are compared: letter case and compatible Unicode forms make no difference. */
export function userNameKey(userName: string): string {
  return userName.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
}
