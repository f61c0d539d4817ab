/** Resolves the platform's package to the stand-in. Passed to Node with `--import`. */
import { registerHooks } from "node:module"

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      /^@(?:stackframe|hexclave)\/js$/.test(specifier) ? new URL("apps.ts", import.meta.url).href : specifier,
      context
    )
})
