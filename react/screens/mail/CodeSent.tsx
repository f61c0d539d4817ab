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
import { common, signIn } from "../texts/english.ts"
import { SentMailActions } from "./SentMail.tsx"

const english = { common, signIn }

/** Shows a field for the emailed code. `fixedAddress`: the user can't choose another address. */
export const CodeSent = (
  { code, fixedAddress = false, ...mail }: SentMail & { readonly code: CodeForm; readonly fixedAddress?: boolean }
): ReactNode => {
  const { common, signIn } = useWords(english)
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
        <Button type="submit" look="main" busy={code.pending}>{fixedAddress ? common.continue : signIn.submit}</Button>
      </FormView>
      <SentMailActions {...mail} backLabel={fixedAddress ? common.back : undefined} />
    </Frame>
  )
}
