/** The sign-in and sign-up screens for a signed-in user. */
"use client"
import type { ReactNode } from "react"
import type { Form } from "../parts/form/useForm.ts"
import { Button } from "./elements/Button.tsx"
import { FormView } from "./elements/FormView.tsx"
import { Frame } from "./elements/Frame.tsx"
import { LinkOn } from "./elements/LinkOn.tsx"
import { useWords } from "./Language.tsx"
import { signIn } from "./texts/english.ts"

const english = { signIn }

/** Offers to continue, or to use another account. */
export const AlreadySignedIn = ({ goOnUrl, signOut, title, userName }: {
  readonly title: string
  readonly userName: string
  readonly goOnUrl: string
  readonly signOut: Form<{}>
}): ReactNode => {
  const { signIn } = useWords(english)
  return (
    <Frame title={title} lead={signIn.already} values={{ name: userName }}>
      <div className="lk-stack lk-tight">
        <LinkOn look="main" href={goOnUrl}>{signIn.goOn}</LinkOn>
        <FormView form={signOut}>
          <Button type="submit" look="quiet" busy={signOut.pending}>{signIn.otherAccount}</Button>
        </FormView>
      </div>
    </Frame>
  )
}
