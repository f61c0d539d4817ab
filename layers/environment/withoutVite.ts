/** Replaces `withVite.ts` where `import.meta` may be a syntax error. */

/** No variables, because Vite didn't bundle this code. */
export const viteEnvironment = (): undefined => undefined
