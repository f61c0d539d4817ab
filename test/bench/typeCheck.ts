/** Cost of type checking for a project that uses the package. */
import { spawnSync } from "node:child_process"
import * as path from "node:path"
import { commandMillis } from "../support/suite/hangMillis.ts"
import { type Consumer, root } from "./dist.ts"
import { median } from "./median.ts"
import * as programs from "./programs.ts"
import { endpointsOf } from "./weights.ts"

/** Measurements of one program. */
export interface Checked {
  readonly what: string
  readonly instantiations: number
  /** Total time in `tsc --extendedDiagnostics`: reading, binding and checking. */
  readonly seconds: number
}

const compilerOptions = {
  target: "ES2022",
  module: "NodeNext",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true
}

const tsc = path.join(root, "node_modules/typescript/bin/tsc")

const check = (consumer: Consumer, what: string, name: string, program: string, rounds = 3): Checked => {
  const file = consumer.write(`${name}.ts`, program)
  const project = consumer.write(`tsconfig.${name}.json`, JSON.stringify({ compilerOptions, files: [file] }))
  const seconds: Array<number> = []
  let instantiations = NaN
  for (let round = 0; round < rounds; round++) {
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", project, "--extendedDiagnostics"], {
      cwd: consumer.folder,
      encoding: "utf8",
      timeout: commandMillis
    })
    if (status !== 0) throw new Error(`The program with ${what} does not compile:\n${stdout}`)
    instantiations = Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])
    seconds.push(Number(/^Total time:\s+([\d.]+)s/m.exec(stdout)?.[1]))
  }
  return { what, instantiations, seconds: median(seconds) }
}

/** Type checks programs that call a few endpoints and all endpoints. The reference imports only Effect. */
export const typeCheck = async (consumer: Consumer): Promise<ReadonlyArray<Checked>> => {
  const effectOnly = `import * as Effect from "effect/Effect"\nexport const one = Effect.succeed(1)\n`
  const every = programs.everyCall(await endpointsOf(consumer, "client", "server", "admin"))
  return [
    check(consumer, "Effect alone", "effectAlone", effectOnly),
    check(consumer, "three endpoints as promises", "three", programs.threeEndpoints),
    check(consumer, "every endpoint of every level", "every", every)
  ]
}
