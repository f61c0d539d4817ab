import { assert, describe, it } from "@effect/vitest"
// @effect-diagnostics missingEffectContext:off missingEffectError:off floatingEffect:off
import * as Effect from "effect/Effect"
import { endpoints } from "../../../../schemas/catalogue.ts"
import { sendEvents } from "../../../../schemas/endpoints/analytics.ts"
import * as Projects from "../../../../schemas/endpoints/projects.ts"
import { SignUpNotEnabled } from "../../../../schemas/errors/authConfiguration.ts"
import { SchemaError } from "../../../../schemas/errors/general.ts"
import { mounted, type ResourceHandlers } from "../../../../src/emulator/handlers/index.ts"
import { handle } from "../../../../src/emulator/request/handle.ts"
import { Refusal } from "../../../../src/emulator/state/Refusal.ts"

const refuse = () => Effect.fail(new Refusal({ status: 403, text: "no" }))

describe("resources of the emulator", () => {
  it("the emulator implements every endpoint of the contract", () => {
    const unmounted = endpoints.filter(({ spec }) => !mounted.some((mount) => mount.spec === spec))

    assert.deepStrictEqual(unmounted.map(({ spec }) => spec.name), [])
  })

  it("the emulator's code fails to compile if a resource is missing, incomplete, or has another resource's handlers", () => {
    const neverRun = (answers: ResourceHandlers) => {
      const { users: _, ...others } = answers
      // @ts-expect-error users are missing
      const withoutOne: ResourceHandlers = others
      // @ts-expect-error only one of several endpoints
      const inPart: ResourceHandlers = { ...answers, analytics: handle({ sendEvents }, { sendEvents: refuse }) }
      // @ts-expect-error the handlers of other endpoints
      const mistaken: ResourceHandlers = { ...answers, users: handle(Projects, { getCurrent: refuse }) }
      return [withoutOne, inPart, mistaken]
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
