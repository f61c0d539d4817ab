/** The forms with which a signed-in user signs in again, with a password or a code. */
"use client"
import { type ComponentProps, type ReactNode, useState } from "react"
import type { ConfirmIdentityState } from "../../parts/account/useConfirmIdentity.ts"
import { Button } from "../elements/Button.tsx"
import { Field } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { Frame } from "../elements/Frame.tsx"
import { useWords } from "../Language.tsx"
import { useCodeAhead } from "../mail/MailedCode.tsx"
import { common, confirmIdentity, signIn } from "../texts/english.ts"

const english = { common, confirmIdentity, signIn }

type Methods = Extract<ConfirmIdentityState, { readonly step: "methods" }>

/** Shows one form at a time. */
export const ConfirmMethods = ({ byCode, byPassword, forgotUrl }: Methods): ReactNode => {
  const { common, confirmIdentity, signIn } = useWords(english)
  const [typed, setTyped] = useState(byPassword === undefined ? "code" : "password")
  useCodeAhead(byCode?.pending)
  const isByCode = typed === "code" && byCode !== undefined
  return (
    <Frame title={confirmIdentity.title} lead={confirmIdentity.lead}>
      {isByCode
        ? (
          <FormView form={byCode}>
            <Address form={byCode} />
            <Button type="submit" look="main" busy={byCode.pending}>{signIn.sendCode}</Button>
          </FormView>
        )
        : byPassword === undefined
        ? null
        : (
          <FormView form={byPassword}>
            <Address form={byPassword} />
            <Field
              form={byPassword}
              name="password"
              type="password"
              label={common.password}
              autoComplete="current-password"
              autoFocus
              aside={<a href={forgotUrl}>{signIn.forgot}</a>}
            />
            <Button type="submit" look="main" busy={byPassword.pending}>{confirmIdentity.submit}</Button>
          </FormView>
        )}
      {byPassword !== undefined && byCode !== undefined
        ? (
          <Button look="quiet" onClick={() => setTyped(isByCode ? "password" : "code")}>
            {isByCode ? signIn.byPassword : signIn.byCode}
          </Button>
        )
        : null}
    </Frame>
  )
}

/** The account's address, which the user can't change here. Password managers use it to find the password. */
const Address = ({ form }: Pick<ComponentProps<typeof Field>, "form">) => {
  const { common } = useWords(english)
  return <Field form={form} name="email" type="email" label={common.email} autoComplete="username" readOnly />
}
