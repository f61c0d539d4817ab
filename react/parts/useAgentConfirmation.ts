/** State of the agent-auth-confirm screen. */
"use client"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { userNameOf } from "../../schemas/entities/names.ts"
import { restrictionOf } from "../../schemas/entities/restriction.ts"
import { AgentAuthInvalidClaimCode } from "../../schemas/errors/cliAuthentication.ts"
import { agents, type WaitingAgent } from "../../src/agents/index.ts"
import { redirectTo } from "../../src/flows/redirects/index.ts"
import { useUser } from "../index.ts"
import { type Form, useForm } from "./form/useForm.ts"
import { useRunOnce } from "./form/useRunOnce.ts"
import { useLinkParameter } from "./links/useLinkParameter.ts"
import { useHrefs } from "./useHrefs.ts"

/** State of the agent-auth-confirm screen. */
export type AgentConfirmationState =
  | { readonly step: "working" }
  /** Goes to the sign-in page, and then back. */
  | { readonly step: "signedOut"; readonly signInUrl: string; readonly goOn: Form<{}> }
  /** Restricted users can't approve agents. */
  | { readonly step: "restricted"; readonly onboardingUrl: string }
  | {
    readonly step: "ask"
    /** The agent's description of itself, unverified. */
    readonly agent: WaitingAgent
    readonly userName: string
    /** The code that the agent shows too, so that people can compare both: `XXXX-XXXX`. */
    readonly code: string
    readonly approval: Form<{}>
    readonly denial: Form<{}>
    /** Whether a decision is being sent. Meanwhile, other decisions are ignored. */
    readonly deciding: boolean
  }
  | { readonly step: "approved"; readonly agentName: string; readonly homeUrl: string }
  | { readonly step: "denied"; readonly homeUrl: string }
  /** The URL has no `code`. */
  | { readonly step: "missing"; readonly homeUrl: string }
  /** The code is invalid, or checking it failed. `retry` checks the code again; it is missing if that can't help. */
  | {
    readonly step: "broken"
    readonly problem: unknown
    readonly retry: (() => void) | undefined
    readonly homeUrl: string
  }

/** Returns the state of the agent-auth-confirm screen. Suspends until the user is known. */
export const useAgentConfirmation = (): AgentConfirmationState => {
  const user = useUser({ includeRestricted: true })
  const isRestricted = user !== null && restrictionOf(user) !== null
  const code = useLinkParameter("code", { stays: true })
  const { home: homeUrl, onboarding: onboardingUrl, signIn: signInUrl } = useHrefs("home", "onboarding", "signIn")
  const found = useRunOnce(
    user === null || isRestricted || code === null ? undefined : code,
    (code) => agents.inspect({ code })
  )
  const deciding = (decide: typeof agents.approve) => ({
    initial: {},
    submit: () => code == null ? Effect.fail(new AgentAuthInvalidClaimCode()) : decide({ code })
  })
  const approval = useForm(deciding(agents.approve))
  const denial = useForm(deciding(agents.deny))
  const goOn = useForm({ initial: {}, submit: () => redirectTo.signIn() })
  if (code === null) return { step: "missing", homeUrl }
  if (user === null) return { step: "signedOut", signInUrl, goOn }
  if (isRestricted) return { step: "restricted", onboardingUrl }
  if (code === undefined || found._tag === "Running") return { step: "working" }
  if (found._tag === "Failed") {
    const { problem } = found
    const isFinal = problem instanceof AgentAuthInvalidClaimCode || problem._tag === "AgentsNotSupported"
    return { step: "broken", problem, retry: isFinal ? undefined : found.retry, homeUrl }
  }
  const agent = found.result
  if (approval.done) return { step: "approved", agentName: agent.name, homeUrl }
  if (denial.done) return { step: "denied", homeUrl }
  const problem = approval.problem ?? denial.problem
  if (problem instanceof AgentAuthInvalidClaimCode) return { step: "broken", problem, retry: undefined, homeUrl }
  const isDeciding = approval.pending || denial.pending
  return {
    step: "ask",
    agent,
    userName: userNameOf(user),
    code: shownCode(Redacted.value(code)),
    approval,
    denial,
    deciding: isDeciding
  }
}

/** Returns a code as agents show it, however it was typed. */
const shownCode = (code: string): string => {
  const signs = code.replace(/[\s-]/g, "").toUpperCase()
  return `${signs.slice(0, 4)}-${signs.slice(4)}`
}
