import 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Visitors of whom nothing is known get the same page, so that it may be kept for them. */
    isVisitorPage?: boolean;
  }
}

/** Options of a route whose pages may be kept for visitors of whom nothing is known. */
export const visitorPage = { config: { isVisitorPage: true } } as const;
