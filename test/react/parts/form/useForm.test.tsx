import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, waitFor } from "@testing-library/react"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { renderToString } from "react-dom/server"
import { InputProblem } from "../../../../react/parts/form/InputProblem.ts"
import { type Form, type FormOptions, useForm } from "../../../../react/parts/form/useForm.ts"
import { PasswordTooShort, UserWithEmailAlreadyExists } from "../../../../schemas/errors/index.ts"
import { inProcessEmulator } from "../../../support/platform/inProcessEmulator.ts"
import { hydrate, show, tree } from "../../support/rendered.tsx"

interface Typed {
  readonly [field: string]: string
  readonly email: string
  readonly password: string
}

const initial: Typed = { email: "", password: "" }

/** Renders a form on a page, under StrictMode. */
const shown = async (options: Omit<FormOptions<Typed, unknown, unknown>, "initial">) => {
  let form: Form<Typed> | undefined
  const Shown = () => {
    const current = useForm({ initial, ...options })
    form = current
    return (
      <>
        <input
          aria-label="email"
          value={current.values.email}
          onChange={(event) => current.set("email", event.target.value)}
        />
        <button onClick={current.submit}>{current.pending ? "busy" : "submit"}</button>
      </>
    )
  }
  const { client } = await inProcessEmulator()
  const { unmount } = show(client(), <Shown />)
  await waitFor(() => screen.getByRole("button"))
  return {
    now: () => form!,
    unmount,
    type: (text: string) => fireEvent.change(screen.getByLabelText("email"), { target: { value: text } }),
    press: () => fireEvent.click(screen.getByRole("button"))
  }
}

const settled = (form: () => Form<Typed>, failures: number) =>
  waitFor(() => assert.deepInclude(form(), { pending: false, failures }))

describe("useForm", () => {
  it("useForm sends nothing while a field is invalid, and shows its problem until the field changes", async () => {
    let sent = 0
    const { now, press, type } = await shown({
      check: ({ email }) => ({
        email: email === "" ? new InputProblem({ fault: "required", field: "email" }) : undefined
      }),
      submit: () => Effect.sync(() => void sent++)
    })

    press()
    await settled(now, 1)
    assert.instanceOf(now().problems.email, InputProblem)
    type("a")
    await waitFor(() => assert.isUndefined(now().problems.email))
    assert.strictEqual(sent, 0)

    press()
    await waitFor(() => assert.isTrue(now().done))
    assert.strictEqual(sent, 1)
  })

  it("useForm shows an error at its field, even if the form uses another name for that field", async () => {
    const failing = new PasswordTooShort({ minLength: 8 })
    const { now, press } = await shown({ submit: () => Effect.fail(failing), fields: { password: "email" } })

    press()

    await settled(now, 1)
    assert.strictEqual(now().problems.email, failing)
    assert.isUndefined(now().problem)
  })

  it("useForm shows an error that belongs to none of its fields as the form's problem", async () => {
    const { now, press } = await shown({
      submit: () => Effect.fail(new UserWithEmailAlreadyExists({ email: "a@b.c" })),
      fields: { email: "elsewhere" }
    })

    press()

    await settled(now, 1)
    assert.instanceOf(now().problem, UserWithEmailAlreadyExists)
    assert.deepStrictEqual(now().problems, {})
  })

  it("useForm doesn't show an error that onFailure has handled", async () => {
    const { now, press } = await shown({ submit: () => Effect.fail("ended"), onFailure: () => true })

    press()

    await settled(now, 0)
    assert.isUndefined(now().problem)
  })

  it("a form uses POST, can't be submitted before hydration, and keeps the text typed until then", async () => {
    const OnServer = () => {
      const form = useForm({ initial: { email: "" }, submit: () => Effect.void })
      return (
        <form {...form.props}>
          <input name="email" value={form.values.email} onChange={(event) => form.set("email", event.target.value)} />
          <button disabled={!form.ready}>{`Send ${form.values.email}`}</button>
        </form>
      )
    }
    const { client } = await inProcessEmulator()
    const page = tree(client(), <OnServer />)
    const html = renderToString(page)

    const { container, problems } = hydrate(html, page)
    container.querySelector("input")!.value = "typed@example.com"
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Send typed@example.com" })

    assert.match(html, /<form(?=[^>]*method="post")[^>]*>.*<button disabled="">/)
    await waitFor(() => assert.isFalse(button.disabled))
    assert.deepStrictEqual(problems, [])
  })

  it("useForm submits once, however often the button is pressed", async () => {
    const gate = Deferred.makeUnsafe<void>()
    let sent = 0
    const { now, press } = await shown({
      submit: () => Effect.andThen(Effect.sync(() => void sent++), Deferred.await(gate))
    })

    press()
    press()
    await waitFor(() => assert.isTrue(now().pending))
    press()
    Deferred.doneUnsafe(gate, Effect.void)

    await waitFor(() => assert.isTrue(now().done))
    assert.strictEqual(sent, 1)
  })

  it("useForm shows a defect of its submission and can be submitted again", async () => {
    const submissions = [
      () => {
        throw new Error("no JSON")
      },
      () => Effect.void
    ]
    const { now, press } = await shown({ submit: () => submissions.shift()!() })

    press()
    await settled(now, 1)
    assert.strictEqual((now().problem as Error).message, "no JSON")

    press()
    await waitFor(() => assert.isTrue(now().done))
  })

  it("a form that was reset ignores the result of a pending submission", async () => {
    const gate = Deferred.makeUnsafe<void, string>()
    const events: Array<unknown> = []
    const outcomes = [Effect.onExit(Deferred.await(gate), () => Effect.sync(() => events.push("ended"))), Effect.void]
    const { now, press } = await shown({
      submit: () => outcomes.shift()!,
      onSuccess: () => void events.push("success"),
      onFailure: (error) => events.push(error) < 0
    })
    press()
    await waitFor(() => assert.isTrue(now().pending))

    now().reset()
    await waitFor(() => assert.isFalse(now().pending))
    Deferred.doneUnsafe(gate, Effect.fail("too late"))
    await waitFor(() => assert.deepStrictEqual(events, ["ended"]))
    press()

    await waitFor(() => assert.isTrue(now().done))
    assert.deepStrictEqual(events, ["ended", "success"])
    assert.strictEqual(now().failures, 0)
  })

  it("useForm interrupts its submission when the component unmounts", async () => {
    const interrupted = Deferred.makeUnsafe<void>()
    const { now, press, unmount } = await shown({
      submit: () => Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, undefined))
    })
    press()
    await waitFor(() => assert.isTrue(now().pending))

    unmount()

    await Effect.runPromise(Deferred.await(interrupted))
  })

  it("a submitted form is no longer marked as done after a change, and returns to its initial state after a reset", async () => {
    const { now, press, type } = await shown({ submit: () => Effect.void })
    type("ada")
    press()
    await waitFor(() => assert.isTrue(now().done))

    type("bob")
    await waitFor(() => assert.isFalse(now().done))
    now().reset()

    await waitFor(() => assert.deepStrictEqual(now().values, initial))
  })
})
