import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { emulatorOf } from "../../../react/devtools/emulator.ts"
import { EmulatorView } from "../../../react/devtools/EmulatorView.tsx"
import { Emulator } from "../../../src/emulator/index.ts"
import { embeddedPlatform } from "../../support/embeddedPlatform.ts"
import { show } from "../support/rendered.tsx"

describe("the developer tools", () => {
  for (
    const origin of ["http://127.0.0.1:8102", "http://localhost:8102", "http://api.localhost", "http://[::1]:8102"]
  ) {
    it(`look for an embedded platform at ${origin}, which the client calls`, () => {
      assert.strictEqual(emulatorOf(`${origin}/api/v1`), `${origin}/emulator`)
    })
  }

  it("look for none where the client calls another machine", () => {
    assert.isUndefined(emulatorOf("https://api.example.com/api/v1"))
    assert.isUndefined(emulatorOf("https://localhost.example.com/api/v1"))
    assert.isUndefined(emulatorOf("https://127.0.0.1.example.com/api/v1"))
  })
})

describe("the fault switches of devtools", () => {
  it("are as the platform has them, whoever switched them on", async () => {
    const scope = Scope.makeUnsafe()
    const { baseUrl, faults } = await Effect.runPromise(
      Scope.provide(Emulator.serve({ control: true, pages: true }), scope)
    )
    faults.add({ respond: { type: "latency", duration: "3 seconds" } })
    faults.add({ endpoint: "users.getMe", respond: { type: "serverError" } })
    show((await embeddedPlatform()).client(), <EmulatorView at={`${baseUrl}/emulator`} />)

    await screen.findByRole("button", { name: "every answer 3 s late", pressed: true })
    const pressed = screen.getAllByRole("button", { pressed: true }).length
    screen.getByText("Faults that a program brought: 1.")
    await Effect.runPromise(Scope.close(scope, Exit.void))

    assert.strictEqual(pressed, 1)
  })

  it("let every call meet what is switched on, until it is switched off", async () => {
    const scope = Scope.makeUnsafe()
    const { baseUrl, project } = await Effect.runPromise(
      Scope.provide(Emulator.serve({ control: true, pages: true }), scope)
    )
    const status = async () =>
      (await fetch(`${baseUrl}/api/v1/projects/current`, {
        headers: { "x-stack-project-id": project.projectId, "x-stack-access-type": "client" }
      })).status
    show((await embeddedPlatform()).client(), <EmulatorView at={`${baseUrl}/emulator`} />)
    const pressed = (name: string) => screen.findByRole("button", { name, pressed: true })

    fireEvent.click(await screen.findByRole("button", { name: "server fault (500)" }))
    await pressed("server fault (500)")
    const broken = await status()
    fireEvent.click(screen.getByRole("button", { name: "too many requests (429)" }))
    await pressed("too many requests (429)")
    fireEvent.click(screen.getByRole("button", { name: "server fault (500)" }))
    await waitFor(() => assert.lengthOf(screen.getAllByRole("button", { pressed: true }), 1))
    const limited = await status()
    fireEvent.click(screen.getByRole("button", { name: "too many requests (429)" }))
    await waitFor(() => assert.lengthOf(screen.queryAllByRole("button", { pressed: true }), 0))
    const well = await status()
    await Effect.runPromise(Scope.close(scope, Exit.void))

    assert.strictEqual(broken, 500)
    assert.strictEqual(limited, 429)
    assert.notInclude([500, 429], well)
  })
})
