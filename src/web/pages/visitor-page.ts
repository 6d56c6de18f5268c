import 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if all visitors without cookies receive the same page, which may be cached. */
    isVisitorPage?: boolean;
  }
}

/** Options of a route whose pages may be cached for visitors without cookies. */
export const visitorPage = { config: { isVisitorPage: true } } as const;
