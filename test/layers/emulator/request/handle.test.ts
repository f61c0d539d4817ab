import { assert, describe, it } from "@effect/vitest"
// @effect-diagnostics missingEffectContext:off missingEffectError:off floatingEffect:off
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { mounted } from "../../../../layers/emulator/handlers/index.ts"
import { handle } from "../../../../layers/emulator/request/handle.ts"
import { Refusal } from "../../../../layers/emulator/state/Refusal.ts"
import { resources } from "../../../../schemas/catalogue.ts"
import * as Projects from "../../../../schemas/endpoints/projects.ts"
import { SignUpNotEnabled } from "../../../../schemas/errors/authConfiguration.ts"
import { SchemaError } from "../../../../schemas/errors/general.ts"

describe("what the emulator does not answer", () => {
  it("is what its README lists", () => {
    const readme = readFileSync(new URL("../../../../examples/emulator/README.md", import.meta.url), "utf8")
    const [, section = ""] = readme.split("\n## What it does not answer\n")
    const listed = section.split("\n## ")[0]!.split("\n").filter((line) => line.startsWith("- "))

    const missing = Object.entries(resources).flatMap(([name, resource]) => {
      const verbs = Object.entries<{ readonly spec: unknown }>(resource)
        .filter(([, { spec }]) => !mounted.some((mount) => mount.spec === spec))
        .map(([verb]) => verb)
        .sort()
      return verbs.length === 0 ? [] : [`- \`${name}\`: ${verbs.map((verb) => `\`${verb}\``).join(", ")}`]
    })

    assert.deepStrictEqual(listed, missing)
  })
})

describe("a mounted resource", () => {
  /** What clients send by themselves is answered; the rest of these files is for dashboards. */
  const inPart = ["analytics", "sessionReplays"]

  it("answers every endpoint of its file", () => {
    for (const [name, resource] of Object.entries(resources).filter(([name]) => !inPart.includes(name))) {
      const endpoints = Object.values<{ readonly spec: unknown }>(resource)
      const answered = endpoints.filter(({ spec }) => mounted.some((mount) => mount.spec === spec))

      assert.include([0, endpoints.length], answered.length, name)
    }
  })

  it("does not compile without a handler, with one too many, or with an error of others", () => {
    const refuse = () => Effect.fail(new Refusal({ status: 403, text: "no" }))

    const neverRun = () => {
      handle(Projects, { getCurrent: refuse })
      handle(Projects, { getCurrent: () => Effect.fail(new SchemaError({ message: "any call can meet it" })) })
      // @ts-expect-error a handler is missing
      handle(Projects, {})
      // @ts-expect-error there is no such endpoint
      handle(Projects, { getCurrent: refuse, getOther: refuse })
      // @effect-diagnostics missingEffectError:off
      // @ts-expect-error the endpoint does not list the error
      handle(Projects, { getCurrent: () => Effect.fail(new SignUpNotEnabled()) })
      // @ts-expect-error the answer is another
      handle(Projects, { getCurrent: () => Effect.succeed({ id: 1 }) })
    }

    assert.isFunction(neverRun)
  })
})
