/** The contract, compiled as in the published package: see `.ci/contract.mjs`. */
import type * as Schema from "effect/Schema"
// @ts-expect-error scripts of the build have no declarations
import { compilerOf } from "../../../.ci/contract.mjs"
import * as checks from "../../../schemas/compiled/checks.ts"
import * as claims from "../../../schemas/compiled/claims.ts"
import * as origins from "../../../schemas/compiled/origins.ts"
import * as functions from "../../../schemas/compiled/plain.ts"
import { isSecret } from "../../../schemas/compiled/redacted.ts"
import * as shapes from "../../../schemas/compiled/shapes.ts"

const plain = { ...functions, ...checks }

/** Compiles a schema to JavaScript. */
export const compiler: { readonly [Way in "read" | "write"]: (schema: Schema.Constraint) => string } = compilerOf({
  claims,
  isSecret,
  origins,
  plain
})

const scope = { ...plain, ...claims, ...shapes }

/** Evaluates compiled code. */
export const evaluated = (code: string): shapes.Shape =>
  new Function(...Object.keys(scope), `return ${code}`)(...Object.values(scope)) as shapes.Shape
