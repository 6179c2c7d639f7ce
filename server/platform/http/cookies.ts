import type { FastifyReply, FastifyRequest } from 'fastify';

/** Under https, the `__Host-` prefix restricts the cookie to this host, path `/` and `Secure`. */
function nameOf(request: FastifyRequest, name: string): string {
  return request.arrival.isHttps ? `__Host-${name}` : name;
}

function optionsOf(request: FastifyRequest, sameSite: 'lax' | 'strict') {
  const secure = request.arrival.isHttps;
  return { path: '/', httpOnly: true, sameSite, secure } as const;
}

/** A cookie of the wallet, which scripts cannot read. */
export function walletCookie(name: string, sameSite: 'lax' | 'strict') {
  return {
    /** Returns an empty text if the browser sent none. */
    read: (request: FastifyRequest) => request.cookies[nameOf(request, name)] ?? '',
    /** `maxAge`: seconds. A lifetime, not a date, so that a wrong clock on the device has no effect. */
    set(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
      reply.setCookie(nameOf(request, name), value, { ...optionsOf(request, sameSite), maxAge });
    },
    clear(request: FastifyRequest, reply: FastifyReply): void {
      reply.clearCookie(nameOf(request, name), optionsOf(request, sameSite));
    },
  };
}
