/** The code step of an email sign-in. */
"use client"
import type { ReactNode } from "react"
import type { SentMail } from "../../parts/form/useResend.ts"
import type { CodeForm } from "../../parts/useSignIn.ts"
import { Button } from "../elements/Button.tsx"
import { CodeField } from "../elements/CodeField.tsx"
import { FormView } from "../elements/FormView.tsx"
import { Frame } from "../elements/Frame.tsx"
import { Icon } from "../elements/Icon.tsx"
import { useWords } from "../Language.tsx"
import { signIn } from "../texts/english.ts"
import { SentMailActions } from "./SentMail.tsx"

const english = { signIn }

/** Shows a field for the emailed code. */
export const CodeSent = ({ code, ...mail }: SentMail & { readonly code: CodeForm }): ReactNode => {
  const { signIn } = useWords(english)
  return (
    <Frame
      title={signIn.codeTitle}
      icon={<Icon name="mail" />}
      lead={signIn.codeSent}
      values={{ email: mail.email }}
    >
      <FormView form={code}>
        <CodeField
          form={code}
          name="code"
          label={signIn.code}
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" look="main" busy={code.pending}>{signIn.submit}</Button>
      </FormView>
      <SentMailActions {...mail} />
    </Frame>
  )
}
