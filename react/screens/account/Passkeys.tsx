/** The passkeys section. */
"use client"
import type { ReactNode } from "react"
import { type PasskeysState, usePasskeysSection } from "../../parts/account/usePasskeysSection.ts"
import { Button } from "../elements/Button.tsx"
import { ProblemNotice } from "../elements/Notice.tsx"
import { useAccountTexts } from "./accountTexts.ts"
import { Confirm } from "./Confirm.tsx"
import { Empty, Item, List } from "./List.tsx"
import { LiveRegion } from "./LiveRegion.tsx"

export const Passkeys = (): ReactNode => <PasskeysView {...usePasskeysSection()} />

/** Renders the section for a given state. */
export const PasskeysView = (state: PasskeysState): ReactNode => {
  const { passkeys, sections } = useAccountTexts()
  const { add, added, adding, cancelled, hasPasskey, problem, remove, removing, supported } = state
  return (
    <>
      <ProblemNotice problem={problem} />
      {hasPasskey
        ? (
          <List label={sections.passkeys} length={1}>
            <Item title={passkeys.yours} details={[passkeys.yoursHint]} busy={adding || removing}>
              {supported
                ? (
                  <Confirm to={passkeys.replace} busy={adding} title={passkeys.replaceTitle} onConfirm={add}>
                    {passkeys.replaceHint}
                  </Confirm>
                )
                : null}
              <Confirm
                to={passkeys.remove}
                look="remove"
                busy={removing}
                title={passkeys.removeTitle}
                onConfirm={remove}
              >
                {passkeys.removeHint}
              </Confirm>
            </Item>
          </List>
        )
        : (
          <Empty title={passkeys.none} hint={supported ? passkeys.noneHint : passkeys.unsupported}>
            {supported ? <Button look="main" busy={adding} onClick={add}>{passkeys.add}</Button> : null}
          </Empty>
        )}
      <LiveRegion>{cancelled ? passkeys.cancelled : added && hasPasskey && passkeys.added}</LiveRegion>
    </>
  )
}
