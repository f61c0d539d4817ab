/** The contract, compiled as in the published package: see `.ci/contract.mjs`. */
import { compilerOf } from "../../../.ci/contract.mjs"
import * as claims from "../../../schemas/compiled/claims.ts"
import * as origins from "../../../schemas/compiled/origins.ts"
import * as plain from "../../../schemas/compiled/plain.ts"
import * as shapes from "../../../schemas/compiled/shapes.ts"
import { isSecret } from "../../../schemas/redacted.ts"

export const compiler = compilerOf({ claims, isSecret, origins, plain })

const scope = { ...plain, ...claims, ...shapes }

/** Evaluates compiled code. */
export const evaluated = (code: string): shapes.Shape =>
  new Function(...Object.keys(scope), `return ${code}`)(...Object.values(scope)) as shapes.Shape
