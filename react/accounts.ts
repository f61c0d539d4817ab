/** Several accounts for React: the accounts on this device, and entries for `UserButton`. */
"use client"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { useEffect, useState } from "react"
import type { StoredAccount } from "../layers/session/index.ts"
import { Accounts } from "../src/accounts/index.ts"
import { redirectTo } from "../src/flows/redirects/index.ts"
import { ready } from "./clientHooks.ts"
import { useWords } from "./screens/Language.tsx"
import { accounts as words } from "./screens/texts/english.ts"
import { interpolate } from "./screens/texts/interpolate.ts"
import type { UserButtonProps } from "./screens/UserButton.tsx"

export type { StoredAccount } from "../src/accounts/index.ts"

/** The accounts on this device, and functions that change them. The functions never reject. */
export interface AccountsState {
  /**
   * The active account first, then the others, most recently active first. Empty until the stores have been read, and
   * during a server render.
   */
  readonly accounts: ReadonlyArray<StoredAccount>
  /** Makes an account the active one, in all tabs. */
  readonly switchTo: (userId: string) => Promise<unknown>
  /** Keeps the active account, and goes to the sign-in page. The next sign-in adds its account. */
  readonly add: () => Promise<unknown>
  /** Signs one account out. */
  readonly signOut: (userId: string) => Promise<unknown>
  /** Signs all accounts out, and goes to the page after sign-out. */
  readonly signOutAll: () => Promise<unknown>
  /** Whether one of the functions is running. */
  readonly isPending: boolean
  /** Error of the last call, or of the list. Handle it by `_tag`. */
  readonly error: { readonly _tag: string; readonly message: string } | undefined
}

type Change = Effect.Effect<unknown, AccountsState["error"] & {}, never>

const none: ReadonlyArray<StoredAccount> = []

// these changes themselves change the signed-in person
const ofEveryone = { of: "everyone" } as const

/**
 * Returns the accounts on this device, and follows changes in all tabs. The provider's `tokenStore` must be a layer of
 * `Accounts`, such as `Accounts.layerBrowser()`.
 */
export const useAccounts = (): AccountsState => {
  const [accounts, setAccounts] = useState(none)
  const [failure, setFailure] = useState<AccountsState["error"]>()
  const runEffect = ready.useRunEffect(ofEveryone)
  const { error, isPending, run } = ready.useAction((change: Change) => change, ofEveryone)

  useEffect(() => {
    const followed = Stream.runForEach(Accounts.changes(), (list) => Effect.sync(() => setAccounts(list)))
    void runEffect(followed).then((exit) => {
      if (exit._tag === "Failure") setFailure(exit.cause.reasons.find(Cause.isFailReason)?.error)
    })
  }, [runEffect])

  const start = (change: Effect.Effect<unknown, AccountsState["error"] & {}, any>) => run(change as Change)
  return {
    accounts,
    isPending,
    error: error ?? failure,
    switchTo: (userId) => start(Accounts.switchTo({ userId })),
    add: () => start(Effect.uninterruptible(Effect.andThen(Accounts.add(), redirectTo.signIn()))),
    signOut: (userId) => start(Accounts.signOut({ userId })),
    signOutAll: () => start(Effect.uninterruptible(Effect.andThen(Accounts.signOutAll(), redirectTo.afterSignOut())))
  }
}

/**
 * Returns the menu items of several accounts for `UserButton`: one for each other account, "Add another account" and
 * "Sign out of all accounts".
 *
 * ```tsx
 * const Header = () => <UserButton extraItems={useAccountItems()} />
 * ```
 */
export const useAccountItems = (): NonNullable<UserButtonProps["extraItems"]> => {
  const { accounts: texts } = useWords({ accounts: words })
  const { accounts, add, signOutAll, switchTo } = useAccounts()
  const others = accounts.flatMap(({ displayName, isActive, isAnonymous, primaryEmail, userId }) => {
    const name = primaryEmail ?? displayName
    return isActive || isAnonymous || name === null ? [] : [{ name, userId }]
  })
  return [
    ...others.map(({ name, userId }) => ({
      text: interpolate(texts.switchTo, { name }),
      whenSignedOut: true,
      onClick: () => void switchTo(userId)
    })),
    { text: texts.add, onClick: () => void add() },
    ...(others.length === 0 ? [] : [{ text: texts.signOutAll, onClick: () => void signOutAll() }])
  ]
}
