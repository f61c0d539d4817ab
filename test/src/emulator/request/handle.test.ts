import { assert, describe, it } from "@effect/vitest"
// @effect-diagnostics missingEffectContext:off missingEffectError:off floatingEffect:off
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { resources } from "../../../../schemas/catalogue.ts"
import { sendEvents } from "../../../../schemas/endpoints/analytics.ts"
import * as Projects from "../../../../schemas/endpoints/projects.ts"
import { SignUpNotEnabled } from "../../../../schemas/errors/authConfiguration.ts"
import { SchemaError } from "../../../../schemas/errors/general.ts"
import { type Answers, mounted, notAnswered } from "../../../../src/emulator/handlers/index.ts"
import { handle, notEmulated } from "../../../../src/emulator/request/handle.ts"
import { Refusal } from "../../../../src/emulator/state/Refusal.ts"

const refuse = () => Effect.fail(new Refusal({ status: 403, text: "no" }))

describe("what the emulator does not answer", () => {
  it("is what its README lists", () => {
    const readme = readFileSync(new URL("../../../../examples/emulator/README.md", import.meta.url), "utf8")
    const [, section = ""] = readme.split("\n## What it does not answer\n")
    const listed = section.split("\n## ")[0]!.split("\n").filter((line) => line.startsWith("- "))

    const missing = notAnswered.map(({ endpoints, reason, resource }) =>
      `- \`${resource}\`: ${endpoints.map((endpoint) => `\`${endpoint}\``).join(", ")} (${reason})`
    )

    assert.deepStrictEqual(listed, missing)
  })
})

describe("the resources of the emulator", () => {
  it("are answered as a whole, or say which endpoints are not and why", () => {
    for (const [resource, endpoints] of Object.entries(resources)) {
      const unmounted = Object.entries<{ readonly spec: unknown }>(endpoints)
        .filter(([, { spec }]) => !mounted.some((mount) => mount.spec === spec))
        .map(([verb]) => verb)
        .sort()

      assert.deepStrictEqual(unmounted, notAnswered.find((it) => it.resource === resource)?.endpoints ?? [], resource)
    }
  })

  it("do not compile while one is left out, answered in part without saying so, or answered by another", () => {
    const neverRun = (answers: Answers) => {
      const { users: _, ...others } = answers
      // @ts-expect-error nobody says how users are answered
      const withoutOne: Answers = others
      // @ts-expect-error one endpoint of several, and nothing about the rest
      const inPart: Answers = { ...answers, analytics: handle({ sendEvents }, { sendEvents: refuse }) }
      // @ts-expect-error the handlers of other endpoints
      const mistaken: Answers = { ...answers, users: handle(Projects, { getCurrent: refuse }) }
      const said: Answers = { ...answers, users: notEmulated("nobody needs it") }
      return [withoutOne, inPart, mistaken, said]
    }

    assert.isFunction(neverRun)
  })
})

describe("a mounted resource", () => {
  it("does not compile without a handler, with one too many, or with an error of others", () => {
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
