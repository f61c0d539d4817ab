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

export const MfaSettings = (): ReactNode => <MfaView {...useMfaSection()} />

/** Renders the section for a given state. */
export const MfaView = (state: MfaSettingsState): ReactNode => {
  const { sections, mfa } = useAccountTexts()
  switch (state.step) {
    case "off":
      return (
        <>
          <ProblemNotice problem={state.problem} />
          <Empty title={mfa.off} hint={mfa.offHint}>
            <Button look="main" busy={state.beginning} onClick={state.begin}>{mfa.begin}</Button>
          </Empty>
        </>
      )
    case "setUp":
      return <SetUp {...state} />
    case "on":
      return (
        <>
          <ProblemNotice problem={state.problem} />
          <List label={sections.mfa} length={1}>
            <Item title={<span role="status">{mfa.on}</span>} details={[mfa.onHint]} busy={state.turningOff}>
              <Confirm
                to={mfa.turnOff}
                look="remove"
                busy={state.turningOff}
                title={mfa.turnOffTitle}
                onConfirm={state.turnOff}
              >
                {mfa.turnOffHint}
              </Confirm>
            </Item>
          </List>
        </>
      )
  }
}

const SetUp = ({ cancel, enrolment, form }: Extract<MfaSettingsState, { readonly step: "setUp" }>) => {
  const { common } = useWords(english)
  const { mfa } = useAccountTexts()
  return (
    <div className="lk-scan">
      <QrCode label={mfa.qr} text={enrolment.uri} />
      <div className="lk-stack">
        <div className="lk-head">
          <h3>{mfa.scan}</h3>
          <p className="lk-soft">{mfa.scanHint}</p>
        </div>
        <Secret label={mfa.secret} value={enrolment.secret} shown={inFours} />
        <FormView form={form} label={mfa.begin}>
          <CodeField
            form={form}
            name="totp"
            label={mfa.code}
            hint={mfa.codeHint}
            inputMode="numeric"
          />
          <SaveRow form={form} label={mfa.submit}>
            <Button look="quiet" onClick={cancel}>{common.cancel}</Button>
          </SaveRow>
        </FormView>
      </div>
    </div>
  )
}

/** Splits a secret into groups of four characters, which are easier to type. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ")
