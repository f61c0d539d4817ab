import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import { CodeField } from "../../../../react/screens/elements/CodeField.tsx"
import { render } from "../../support/rendered.tsx"

const Typed = () => {
  const [code, setCode] = useState("")
  const form = { values: { code }, problems: {}, set: (_: string, value: string) => setCode(value) }
  return <CodeField form={form} name="code" label="Code" />
}

const field = async () => {
  render(<Typed />)
  return await screen.findByLabelText<HTMLInputElement>("Code")
}

describe("CodeField", () => {
  it.each([["123 456"], ["123-456"], [" 123456\n"], ["١٢٣٤٥٦"], ["१२३ ४५६"], ["１２３４５６"]])(
    "CodeField shows the pasted code %j as six ASCII digits",
    async (pasted) => {
      const input = await field()

      fireEvent.change(input, { target: { value: pasted } })

      assert.strictEqual(input.value, "123456")
    }
  )

  it("CodeField is one input that browsers fill with a one-time code", async () => {
    const input = await field()

    assert.lengthOf(document.querySelectorAll("input"), 1)
    assert.strictEqual(input.autocomplete, "one-time-code")
    assert.strictEqual(input.maxLength, -1)
  })

  it("CodeField keeps an input method's unfinished text until the composition ends", async () => {
    const input = await field()

    fireEvent.compositionStart(input)
    fireEvent.change(input, { target: { value: "１２３" } })
    const during = input.value
    fireEvent.compositionEnd(input)

    assert.strictEqual(during, "１２３")
    await waitFor(() => assert.strictEqual(input.value, "123"))
  })
})
