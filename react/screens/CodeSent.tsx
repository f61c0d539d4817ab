/** The second step of signing in by mail. */
"use client"
import type { ReactNode } from "react"
import type { CodeForm } from "../parts/useSignIn.ts"
import { Button } from "./elements/Button.tsx"
import { Field } from "./elements/Field.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import { Icon } from "./elements/Icon.tsx"
import { useWords } from "./Language.tsx"
import { signIn } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"

const english = { signIn }

/** Asks for the code that was mailed. */
export const CodeSent = ({ code, email, startOver }: {
  readonly email: string
  readonly code: CodeForm
  readonly startOver: () => void
}): ReactNode => {
  const { signIn } = useWords(english)
  return (
    <Frame title={signIn.codeTitle} icon={<Icon name="mail" />} lead={interpolate(signIn.codeSent, { email })}>
      <FormView form={code}>
        <Field
          form={code}
          name="code"
          label={signIn.code}
          className="lk-code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" look="main" busy={code.pending}>{signIn.submit}</Button>
        <Button look="quiet" onClick={startOver}>{signIn.otherAddress}</Button>
      </FormView>
    </Frame>
  )
}
