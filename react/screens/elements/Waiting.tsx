/** What is shown until what is to be shown has arrived, and where it cannot be had for now. */
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
 * The children, or a quiet card while they wait, or what is wrong and a way to try again. What could not be read comes by
 * itself when people or the network return.
 *
 * React keeps a fallback on the screen for 300 ms once it was shown, however soon the children are ready. So in a
 * browser the card comes first and the children in a transition, which ends when they are ready, and not while people
 * have only just begun to see the card. On a server, and where its answer is hydrated, they are there from the start.
 */
export const Waiting = ({ children, failed = sorry, isSeen = true, until = <Loading /> }: {
  readonly children: ReactNode
  /** Shown instead of the card. */
  readonly until?: ReactNode
  /** Whether people see what is shown until then: if so, it does not just flash. */
  readonly isSeen?: boolean
  /** Shown instead of a card that says what is wrong. */
  readonly failed?: (failure: Failure) => ReactNode
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
 * Whether a server rendered this, as it is known at the first render. It stays so: a component above a part that is not
 * hydrated yet must not render again, or React throws that part away, with what people typed into it.
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

/** With a way out for people whose session is what fails: signing out needs nothing that could not be read. */
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

/** Of somebody who is signed in. Nothing here throws: where the program cannot even be set up there is no session. */
const useSignOutUrl = (): string | undefined => {
  const session = useReadState(reads.session)
  const urls = useReadState(pages)
  return session._tag === "Success" && session.value._tag !== "SignedOut" && urls._tag === "Success"
    ? urls.value.signOut
    : undefined
}

/** The shape of a screen on its way: a card to sign in by, or the account settings. */
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
