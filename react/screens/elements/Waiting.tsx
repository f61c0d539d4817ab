/** Loading and error states of a screen. */
"use client"
import { type ReactNode, startTransition, Suspense, useEffect, useState, useSyncExternalStore } from "react"
import * as reads from "../../../src/reads.ts"
import { type Failure, FailureBoundary, useReadState } from "../../index.ts"
import { pages } from "../../parts/usePages.ts"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"
import { Heading, Main } from "./Main.tsx"
import { MessageCard } from "./MessageCard.tsx"
import { NoScript } from "./NoScript.tsx"
import { tagOf } from "./problemText.ts"
import { Title } from "./Title.tsx"
import { Unhurried, type Wait, wait } from "./Unhurried.tsx"

const english = { common }

/**
 * Renders the children, a placeholder while they suspend, or the error with a retry button. A failed read is retried
 * when the user returns to the tab or the network is back.
 *
 * React keeps a fallback on screen for at least 300 ms, even if the children are ready sooner. Therefore, in a browser,
 * the placeholder renders first, and the children render in a transition. The transition completes when the children
 * are ready and the placeholder's minimum display time has passed. On a server and during hydration, the children
 * render from the start.
 */
export const Waiting = ({ children, failed = sorry, isSeen = true, until = <Loading /> }: {
  readonly children: ReactNode
  /** Placeholder instead of the default card. */
  readonly until?: ReactNode | undefined
  /** Whether the placeholder is visible. A visible placeholder has a minimum display time. */
  readonly isSeen?: boolean | undefined
  /** Error view instead of the default card. */
  readonly failed?: ((failure: Failure) => ReactNode) | undefined
}): ReactNode => {
  const isServers = useIsServers()
  const [waits, setWaits] = useState<Wait>()
  useEffect(() => {
    if (isServers) return
    const begun = wait()
    startTransition(() => setWaits(begun))
  }, [isServers])
  return (
    <Suspense fallback={until}>
      <FailureBoundary
        failed={(failure) => failed(tagOf(failure.error) === "CodeNotLoaded" ? { ...failure, retry: reload } : failure)}
      >
        {isServers || waits !== undefined ? children : until}
        {isServers || waits === undefined || !isSeen ? null : <Unhurried waits={waits} />}
      </FailureBoundary>
    </Suspense>
  )
}

/**
 * Returns whether a server rendered this component. The first render decides, and later renders return the same value:
 * if the value changed before the children are hydrated, React would discard the children and everything typed into
 * them.
 */
const useIsServers = (): boolean => {
  const [{ hydrating, known }] = useState(origin)
  return useSyncExternalStore(never, known, hydrating)
}

const origin = () => {
  let isServers = false
  return { known: () => isServers, hydrating: () => isServers = true }
}

const never = () => () => {}
const reload = () => location.reload()
const sorry = (failure: Failure) => <Sorry {...failure} />

/**
 * The error card. It has a link to sign out, because the session may be the cause of the error. Sign-out works even
 * then.
 */
const Sorry = ({ error, isPending, retry }: Failure) => {
  const { common } = useWords(english)
  const signOutUrl = useSignOutUrl()
  return (
    <MessageCard
      title={common.broken}
      problem={error}
      actions={[
        { label: common.retry, onPress: retry, busy: isPending },
        ...(signOutUrl === undefined ? [] : [{ label: common.signOut, to: signOutUrl }])
      ]}
    />
  )
}

/**
 * Returns the sign-out URL while a session exists. Never throws. If the configuration is invalid, there is no session.
 */
const useSignOutUrl = (): string | undefined => {
  const session = useReadState(reads.session)
  const urls = useReadState(pages)
  return session._tag === "Success" && session.value._tag !== "SignedOut" && urls._tag === "Success"
    ? urls.value.signOut
    : undefined
}

/** Placeholder of a screen: a card, or the account settings. */
export const Loading = ({ wide = false }: { readonly wide?: boolean }): ReactNode => {
  const { common } = useWords(english)
  return (
    <Main className={wide ? "lk-top" : ""}>
      <Title>{common.loading}</Title>
      <Heading className="lk-hidden">{common.loading}</Heading>
      <div
        className={`lk-card lk-shape lk-skeleton${wide ? " lk-wide" : ""}`}
        role="status"
        aria-label={common.loading}
      >
        {shape.map((part) => <span key={part} />)}
        <NoScript />
      </div>
    </Main>
  )
}

const shape = ["brand", "title", "provider", "provider below", "email", "password", "button"]
