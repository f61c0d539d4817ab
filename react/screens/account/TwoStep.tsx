/** The MFA section, for an authenticator app. */
"use client"
import type { ReactNode } from "react"
import { type MfaSettingsState, useMfaSection } from "../../parts/account/useMfaSection.ts"
import { Button } from "../elements/Button.tsx"
import { CodeField } from "../elements/CodeField.tsx"
import { FormView } from "../elements/FormView.tsx"
import { ProblemNotice } from "../elements/Notice.tsx"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { Confirm } from "./Confirm.tsx"
import { Empty, Item, List } from "./List.tsx"
import { QrCode } from "./QrCode.tsx"
import { SaveRow } from "./SaveRow.tsx"
import { Secret } from "./Secret.tsx"

const english = { common }

export const TwoStep = (): ReactNode => <TwoStepView {...useMfaSection()} />

/** Renders the section for a given state. */
export const TwoStepView = (state: MfaSettingsState): ReactNode => {
  const { sections, twoStep } = useAccountTexts()
  switch (state.step) {
    case "off":
      return (
        <>
          <ProblemNotice problem={state.problem} />
          <Empty title={twoStep.off} hint={twoStep.offHint}>
            <Button look="main" busy={state.beginning} onClick={state.begin}>{twoStep.begin}</Button>
          </Empty>
        </>
      )
    case "setUp":
      return <SetUp {...state} />
    case "on":
      return (
        <>
          <ProblemNotice problem={state.problem} />
          <List label={sections["two-step"]} length={1}>
            <Item title={<span role="status">{twoStep.on}</span>} details={[twoStep.onHint]} busy={state.turningOff}>
              <Confirm
                to={twoStep.turnOff}
                look="remove"
                busy={state.turningOff}
                title={twoStep.turnOffTitle}
                onConfirm={state.turnOff}
              >
                {twoStep.turnOffHint}
              </Confirm>
            </Item>
          </List>
        </>
      )
  }
}

const SetUp = ({ cancel, enrolment, form }: Extract<MfaSettingsState, { readonly step: "setUp" }>) => {
  const { common } = useWords(english)
  const { twoStep } = useAccountTexts()
  return (
    <div className="lk-scan">
      <QrCode label={twoStep.qr} text={enrolment.uri} />
      <div className="lk-stack">
        <div className="lk-head">
          <h3>{twoStep.scan}</h3>
          <p className="lk-soft">{twoStep.scanHint}</p>
        </div>
        <Secret label={twoStep.secret} value={enrolment.secret} shown={inFours} />
        <FormView form={form} label={twoStep.begin}>
          <CodeField
            form={form}
            name="totp"
            label={twoStep.code}
            hint={twoStep.codeHint}
            inputMode="numeric"
          />
          <SaveRow form={form} label={twoStep.submit}>
            <Button look="quiet" onClick={cancel}>{common.cancel}</Button>
          </SaveRow>
        </FormView>
      </div>
    </div>
  )
}

/** Splits a secret into groups of four characters, which are easier to type. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ")
