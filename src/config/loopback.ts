/** Names and addresses of this machine alone. */
export const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/;
