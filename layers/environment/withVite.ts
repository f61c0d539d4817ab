/**
 * Reads Vite's variables, in bundlers of ES modules. In the package, other tools load `withoutVite.ts` instead, because
 * `import.meta` is a syntax error in scripts such as those of Metro and Jest. See `imports` in package.json.
 */

/** Environment variables by name. */
export interface Variables {
  readonly [name: string]: string | undefined
}

/** Returns the variables that Vite exposes to pages; `undefined` with other bundlers, and without a bundler. */
export const viteEnvironment = (): Variables | undefined => (import.meta as unknown as { readonly env?: Variables }).env
