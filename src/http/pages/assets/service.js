/** The address of the service, without a slash at its end. This script is in its folder `assets`. */
export const service = new URL('..', import.meta.url).href.replace(/\/$/, '');

/** The path of the service: empty, or one such as /agency. */
export const servicePath = new URL(service).pathname.replace(/\/$/, '');
