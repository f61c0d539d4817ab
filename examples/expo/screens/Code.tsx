import type { CodeForm } from "latchkey/react/parts"
import { Button, Field, Page, Submit } from "../elements"

/** Asks for the code that was sent by email. */
export const Code = (
  { code, email, startOver }: {
    readonly code: CodeForm
    readonly email: string
    readonly startOver: () => void
  }
) => (
  <Page title={`Enter the code sent to ${email}`}>
    <Field form={code} name="code" label="Code" autoComplete="one-time-code" />
    <Submit form={code} title="Continue" />
    <Button title="Use another address" onPress={startOver} />
  </Page>
)
