/** The form for deleting the account, at the end of the profile section. */
"use client"
import type { ReactNode } from "react"
import { type DeletionState, useDeletionSection } from "../../parts/account/useDeletionSection.ts"
import { Field } from "../elements/Field.tsx"
import { FormView } from "../elements/FormView.tsx"
import { useAccountTexts } from "./accountTexts.ts"
import { SaveRow } from "./SaveRow.tsx"

export const Deletion = (): ReactNode => <DeletionView {...useDeletionSection()} />

/** Renders the form for a given state. */
export const DeletionView = ({ form, phrase }: DeletionState): ReactNode => {
  const texts = useAccountTexts()
  return (
    <FormView form={form} label={texts.delete.title}>
      <div>
        <h3>{texts.delete.title}</h3>
        <p className="lk-hint">{texts.delete.hint}</p>
      </div>
      <Field
        form={form}
        name="typed"
        label={texts.delete.typed}
        values={{ phrase }}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <SaveRow form={form} label={texts.delete.submit} look="danger" />
    </FormView>
  )
}
