/** The agent-auth-confirm screen, opened by a person to let an agent sign in. */
"use client"
import type { ReactNode } from "react"
import { type AgentConfirmationState, useAgentConfirmation } from "../../parts/useAgentConfirmation.ts"
import { Button } from "../elements/Button.tsx"
import { FormView } from "../elements/FormView.tsx"
import { Frame } from "../elements/Frame.tsx"
import type { ScreenProps } from "../elements/Main.tsx"
import { MessageCard, Working } from "../elements/MessageCard.tsx"
import { Screen } from "../elements/Screen.tsx"
import { useWords } from "../Language.tsx"
import { agent, cli, common } from "../texts/english.ts"

const english = { agent, cli, common }

/** Lets a person approve or deny an agent. Only on platforms with agents. */
export const AgentConfirmation = ({ fullPage }: ScreenProps): ReactNode => (
  <Screen fullPage={fullPage}>
    <Live />
  </Screen>
)

const Live = () => <AgentConfirmationView {...useAgentConfirmation()} />

/** Renders the screen for a given state. */
export const AgentConfirmationView = (state: AgentConfirmationState): ReactNode => {
  const { agent, cli, common } = useWords(english)
  const home = ({ homeUrl }: { readonly homeUrl: string }) => ({ label: common.home, to: homeUrl })
  switch (state.step) {
    case "working":
      return <Working title={common.loading} />
    case "signedOut":
      return (
        <MessageCard
          title={agent.title}
          text={cli.signedOut}
          problem={state.goOn.problem}
          actions={[{ label: cli.signIn, onPress: state.goOn.submit, busy: state.goOn.pending }]}
        />
      )
    case "restricted":
      return (
        <MessageCard
          title={agent.title}
          text={agent.restricted}
          actions={[{ label: agent.finish, to: state.onboardingUrl }]}
        />
      )
    case "ask":
      return <Ask {...state} />
    case "approved":
      return <MessageCard title={cli.done} look="good" text={agent.doneHint} actions={[home(state)]} />
    case "denied":
      return <MessageCard title={cli.denied} text={agent.deniedHint} actions={[home(state)]} />
    case "missing":
      return <MessageCard title={cli.broken} look="danger" text={agent.missing} actions={[home(state)]} />
    case "broken":
      return (
        <MessageCard
          title={cli.broken}
          problem={state.problem}
          actions={state.retry === undefined
            ? [home(state)]
            : [{ label: common.retry, onPress: state.retry }, home(state)]}
        />
      )
  }
}

const Ask = (
  { agent: { description, name, url, userHint }, approval, code, denial, deciding, userName }: Extract<
    AgentConfirmationState,
    { readonly step: "ask" }
  >
) => {
  const { agent, cli } = useWords(english)
  const claims = [...new Set([description, url, userHint])].filter((claim) => claim !== null && claim !== "")
  return (
    <Frame title={agent.title} lead={agent.lead} values={{ agent: name, name: userName }}>
      <p>{agent.rights}</p>
      {claims.length === 0 ? null : (
        <div>
          <p className="lk-soft">{agent.claims}</p>
          {claims.map((claim) => <p key={claim} dir="auto" translate="no">{claim}</p>)}
        </div>
      )}
      <p>
        <span>{agent.compare}</span> <code dir="ltr" translate="no">{code}</code>
      </p>
      <FormView form={approval}>
        <Button type="submit" look="main" busy={deciding}>{cli.confirm}</Button>
      </FormView>
      <FormView form={denial}>
        <Button type="submit" busy={deciding}>{cli.deny}</Button>
      </FormView>
    </Frame>
  )
}
