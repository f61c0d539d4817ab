/** The password section. */
"use client"
import type { ReactNode } from "react"
import { type PasswordState, usePasswordSection } from "../../parts/account/usePasswordSection.ts"
import { shortestPassword } from "../../parts/form/passwordRules.ts"
import { Field, type FieldProps } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { interpolate } from "../texts/interpolate.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { SaveRow } from "./SaveRow.tsx"

export const Password = (): ReactNode => <PasswordView {...usePasswordSection()} />

/** Renders the section for a given state. */
export const PasswordView = (state: PasswordState): ReactNode => {
  const { password, sections } = useAccountTexts()
  return (
    <FormView form={state.form} label={sections.password}>
      {state.step === "set" ? <p>{password.setHint}</p> : null}
      {/* Password managers store the address together with the password. */}
      <input type="text" name="username" autoComplete="username" readOnly hidden value={state.userName} />
      {state.step === "change"
        ? (
          <Field
            form={state.form}
            name="oldPassword"
            type="password"
            label={password.old}
            autoComplete="current-password"
          />
        )
        : null}
      <NewPassword form={state.form} />
      {state.step === "change" ? <p className="lk-hint">{password.othersHint}</p> : null}
      <SaveRow
        form={state.form}
        label={state.step === "set" ? password.set : password.change}
        said={state.saved ? password.changed : undefined}
      />
    </FormView>
  )
}

const NewPassword = ({ form }: Pick<FieldProps, "form">) => {
  const { password } = useAccountTexts()
  return (
    <>
      <Field
        form={form}
        name="password"
        type="password"
        label={password.new}
        hint={interpolate(password.hint, { length: shortestPassword })}
        autoComplete="new-password"
      />
      <Field form={form} name="repeated" type="password" label={password.repeated} autoComplete="new-password" />
    </>
  )
}
