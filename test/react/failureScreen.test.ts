import { assert, it } from "vitest"
import { failureScreen } from "../../react/failureScreen.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

it("the error screen throws errors to the boundaries above the provider if there is no document, as in native apps", () => {
  const error = new InvalidConfiguration({ setting: "projectId", problem: "is missing", next: "Set it." })

  assert.isFalse("document" in globalThis)
  assert.throws(() => failureScreen({ error, isPending: false, retry: () => {} }), error)
})
