/** The connected accounts section. */
"use client"
import type { ReactNode } from "react"
import { providerName } from "../../../schemas/providerNames.ts"
import { type ConnectionsState, useConnectionsSection } from "../../parts/account/useConnectionsSection.ts"
import { Button } from "../elements/Button.tsx"
import { ProblemNotice } from "../elements/Notice.tsx"
import { ProviderIcon } from "../elements/ProviderIcon.tsx"
import { interpolate } from "../texts/interpolate.ts"
import { useAccountTexts } from "./accountTexts.ts"
import { Confirm } from "./Confirm.tsx"
import { Empty, Item, List } from "./List.tsx"
import { LoadedView, type ReadyOf } from "./LoadedView.tsx"

export const Connections = (): ReactNode => <ConnectionsView {...useConnectionsSection()} />

/** Renders the section for a given state. */
export const ConnectionsView = (state: ConnectionsState): ReactNode => (
  <LoadedView state={state}>{(ready) => <Ready {...ready} />}</LoadedView>
)

const Ready = (
  { accounts, available, lastWayIn, link, unlink }: ReadyOf<ConnectionsState>
) => {
  const { connections, sections } = useAccountTexts()
  return (
    <>
      <ProblemNotice problem={link.problem ?? unlink.problem} />
      {accounts.length === 0 ?
        <Empty title={connections.none} hint={connections.noneHint} /> :
        (
          <List label={sections.connections} length={accounts.length}>
            {accounts.map(({ allowSignIn, email, id, type }) => (
              <Item
                key={id}
                picture={<ProviderIcon provider={type} />}
                title={<bdi translate="no">{providerName(type)}</bdi>}
                badges={[allowSignIn ? { text: connections.signIn } : undefined]}
                details={[email]}
                busy={unlink.busy === id}
              >
                <Confirm
                  to={connections.unlink}
                  look="remove"
                  about={providerName(type)}
                  busy={unlink.busy === id}
                  title={interpolate(connections.unlinkTitle, { provider: providerName(type) })}
                  onConfirm={() => unlink.run(id)}
                >
                  {lastWayIn === id ? connections.lastWayHint : connections.unlinkHint}
                </Confirm>
              </Item>
            ))}
          </List>
        )}
      {available.length === 0 ? null : (
        <div className="lk-row">
          {available.map((provider) => (
            <Button
              key={provider}
              busy={link.busy === provider}
              onClick={() => link.run(provider)}
            >
              {link.busy === provider ? null : <ProviderIcon provider={provider} />}
              {interpolate(connections.link, { provider: providerName(provider) })}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}
