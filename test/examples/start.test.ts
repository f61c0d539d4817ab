/** The quick starts of the README run with an emulator on a port, and print the output that the README shows. */
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { startEmulator } from "../../src/emulator/index.ts"
import { startExample } from "../support/processes/runExample.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

describe("quick start of the README", () => {
  for (
    const [file, expected] of [
      ["promise/quickstart.ts", "Wrong e-mail or password.\nSigned in as ada@example.com\n"],
      ["effect/main.ts", "Signed in as ada@example.com\n"]
    ] as const
  ) {
    it(`examples/${file} signs the emulator's user in`, async () => {
      await using platform = await startEmulator({ users: [ada] })

      const { code, output } = await startExample(file, {
        HEXCLAVE_PROJECT_ID: platform.project.projectId,
        HEXCLAVE_PUBLISHABLE_CLIENT_KEY: Redacted.value(platform.project.publishableClientKey),
        HEXCLAVE_API_URL: platform.baseUrl
      }).end()

      assert.strictEqual(output, expected)
      assert.strictEqual(code, 0)
    })
  }
})
