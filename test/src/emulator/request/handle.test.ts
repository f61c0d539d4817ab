import { assert, describe, it } from "@effect/vitest"
// @effect-diagnostics missingEffectContext:off missingEffectError:off floatingEffect:off
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { resources } from "../../../../schemas/catalogue.ts"
import { sendEvents } from "../../../../schemas/endpoints/analytics.ts"
import * as Projects from "../../../../schemas/endpoints/projects.ts"
import { SignUpNotEnabled } from "../../../../schemas/errors/authConfiguration.ts"
import { SchemaError } from "../../../../schemas/errors/general.ts"
import { mounted, notEmulatedEndpoints, type ResourceHandlers } from "../../../../src/emulator/handlers/index.ts"
import { handle, notEmulated } from "../../../../src/emulator/request/handle.ts"
import { Refusal } from "../../../../src/emulator/state/Refusal.ts"

const refuse = () => Effect.fail(new Refusal({ status: 403, text: "no" }))

describe("endpoints that aren't emulated", () => {
  it("the README lists the same endpoints that aren't emulated as the code", () => {
    const readme = readFileSync(new URL("../../../../examples/emulator/README.md", import.meta.url), "utf8")
    const [, section = ""] = readme.split("\n## What isn't emulated\n")
    const listed = section.split("\n## ")[0]!.split("\n").filter((line) => line.startsWith("- "))

    const missing = notEmulatedEndpoints.map(({ endpoints, reason, resource }) =>
      `- \`${resource}\`: ${endpoints.map((endpoint) => `\`${endpoint}\``).join(", ")} (${reason})`
    )

    assert.deepStrictEqual(listed, missing)
  })
})

describe("resources of the emulator", () => {
  it("the emulator implements every endpoint of a resource, or declares the missing ones with a reason", () => {
    for (const [resource, endpoints] of Object.entries(resources)) {
      const unmounted = Object.entries<{ readonly spec: unknown }>(endpoints)
        .filter(([, { spec }]) => !mounted.some((mount) => mount.spec === spec))
        .map(([verb]) => verb)
        .sort()

      assert.deepStrictEqual(
        unmounted,
        notEmulatedEndpoints.find((it) => it.resource === resource)?.endpoints ?? [],
        resource
      )
    }
  })

  it("the emulator's code fails to compile if a resource is missing, incomplete without a declaration, or has another resource's handlers", () => {
    const neverRun = (answers: ResourceHandlers) => {
      const { users: _, ...others } = answers
      // @ts-expect-error users are missing
      const withoutOne: ResourceHandlers = others
      // @ts-expect-error only one of several endpoints
      const inPart: ResourceHandlers = { ...answers, analytics: handle({ sendEvents }, { sendEvents: refuse }) }
      // @ts-expect-error the handlers of other endpoints
      const mistaken: ResourceHandlers = { ...answers, users: handle(Projects, { getCurrent: refuse }) }
      const declared: ResourceHandlers = { ...answers, users: notEmulated("not needed") }
      return [withoutOne, inPart, mistaken, declared]
    }

    assert.isFunction(neverRun)
  })
})

describe("handlers of a resource", () => {
  it("a resource's handlers fail to compile if one is missing, superfluous, or fails with an undeclared error", () => {
    const neverRun = () => {
      handle(Projects, { getCurrent: refuse })
      handle(Projects, { getCurrent: () => Effect.fail(new SchemaError({ message: "any call can fail with it" })) })
      // @ts-expect-error a handler is missing
      handle(Projects, {})
      // @ts-expect-error there is no such endpoint
      handle(Projects, { getCurrent: refuse, getOther: refuse })
      // @effect-diagnostics missingEffectError:off
      // @ts-expect-error the endpoint does not list the error
      handle(Projects, { getCurrent: () => Effect.fail(new SignUpNotEnabled()) })
      // @ts-expect-error the output has another type
      handle(Projects, { getCurrent: () => Effect.succeed({ id: 1 }) })
    }

    assert.isFunction(neverRun)
  })
})
