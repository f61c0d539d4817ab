/** Switching between accounts, adding an account and signing out. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import {
  MfaAttempt,
  Session,
  type StoredAccount,
  type StoredAccounts,
  type TokenStoreFailed,
  valueStream,
  Writer
} from "../../layers/session/index.ts"
import { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { revokeSession, signOut as signOutCurrent } from "../flows/authentication/index.ts"
import { AccountNotFound } from "./AccountNotFound.ts"

/** Maximum wait for the session to follow a change of its store. */
const followTimeout = "2 seconds"

/** Selects an account. */
export interface AccountInput {
  readonly userId: string
}

type Service = Session["Service"]

/** The tokens of an account that is set aside. */
interface KeptTokens {
  readonly accessToken?: Redacted.Redacted
  readonly refreshToken: Redacted.Redacted
}

const accountsIn = (session: Service): Effect.Effect<StoredAccounts, CallError> =>
  session.accounts === undefined
    ? Effect.fail(
      new CallError({
        endpoint: "accounts",
        reason: new InvalidConfiguration({
          setting: "tokenStore",
          problem: "keeps one session, so there are no accounts to switch between",
          next: "Pass a layer from latchkey/accounts as the token store, such as Accounts.layerBrowser()."
        })
      })
    )
    : Effect.succeed(session.accounts)

const opened = Effect.flatMap(
  Session,
  (session) => Effect.map(accountsIn(session), (accounts) => ({ session, accounts }))
)

type Opened = Effect.Success<typeof opened>

const userIn = ({ state }: Service): string | undefined => {
  const now = state()
  return now._tag === "SignedOut" ? undefined : Option.getOrUndefined(now.claims)?.sub
}

/** Lists the accounts. If the user of the current session is unknown, refreshes the session first. */
const listed = (
  { accounts, session }: Opened
): Effect.Effect<ReadonlyArray<StoredAccount>, CallError | TokenStoreFailed> =>
  Effect.flatMap(
    accounts.list,
    (found) =>
      found.some((each) => each.isActive) ? Effect.succeed(found) : Effect.andThen(session.tokens(), accounts.list)
  )

/** Waits briefly for the session to change. The wait is short, because the change may already have happened. */
const waitUntil = (session: Service, hasChanged: () => boolean): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const check = () => {
      if (hasChanged()) resume(Effect.void)
    }
    const unsubscribe = session.subscribe(check)
    check()
    return Effect.sync(unsubscribe)
  }).pipe(Effect.timeoutOption(followTimeout), Effect.asVoid)

/**
 * Returns the accounts on this device: first the active one, then the others, most recently active first. Sends no
 * request: names and addresses come from the last access token.
 */
export const list = (): Effect.Effect<ReadonlyArray<StoredAccount>, CallError | TokenStoreFailed, Session> =>
  Effect.flatMap(opened, ({ accounts }) => accounts.list)

/** Emits the accounts now and after every change, here or in another tab. */
export const changes = (): Stream.Stream<ReadonlyArray<StoredAccount>, CallError | TokenStoreFailed, Session> =>
  Stream.unwrap(Effect.map(opened, ({ accounts, session }) => {
    let changes = 0
    const count = (listener: () => void) => () => {
      changes++
      listener()
    }
    return valueStream(() => changes, (listener) => {
      const unsubscribe = [session.subscribe(count(listener)), accounts.subscribe(count(listener))]
      return () => unsubscribe.forEach((each) => each())
    }).pipe(Stream.mapEffect(() => accounts.list), Stream.changesWith(areSame))
  }))

const areSame = (one: ReadonlyArray<StoredAccount>, other: ReadonlyArray<StoredAccount>): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Makes an account the active one, in all tabs. The session of the account that was active stays on the device. To the
 * rest of the program, the switch is a sign-in of another user: cached reads show the new user's values, and effects of
 * the previous person's scope are interrupted. Sends no request, unless the user of the current session is unknown.
 */
export const switchTo = Effect.fn("accounts.switchTo")(function*({ userId }: AccountInput) {
  const now = yield* opened
  const { accounts } = now
  const found = yield* listed(now)
  if (found.some((each) => each.isActive && each.userId === userId)) return
  const tokens = yield* accounts.tokensOf(userId)
  if (tokens?.refreshToken === undefined) return yield* new AccountNotFound({ userId })
  const { accessToken, refreshToken } = tokens
  const account = { userId, tokens: accessToken === undefined ? { refreshToken } : { accessToken, refreshToken } }
  const kept = Effect.andThen(accounts.setAside(tokens), keepAccount(now, account))
  // if the switch fails, the active account stays active
  yield* Effect.ensuring(kept, Effect.catch(accounts.endSwitch(tokens), () => Effect.void))
})

/** Switches to a session that was set aside. */
const keepAccount = (
  { accounts, session }: Opened,
  { tokens, userId }: AccountInput & { readonly tokens: KeptTokens }
) =>
  Effect.gen(function*() {
    yield* MfaAttempt.use(({ clear }) => clear)
    yield* session.keep(tokens)
    if ((yield* accounts.list).some((each) => each.userId === userId)) return
    // another program has signed the account out in the meantime
    yield* session.endOf({ accessToken: tokens.refreshToken, ...tokens })
    return yield* new AccountNotFound({ userId })
  })

/**
 * Prepares the sign-in of another account: keeps the active account's session on the device, and leaves the program
 * signed out, in all tabs. The next sign-in adds its account. To cancel, switch back. Does nothing if no user is signed
 * in.
 */
export const add = Effect.fn("accounts.add")(function*() {
  const now = yield* opened
  const { accounts, session } = now
  yield* listed(now)
  const isPerson = session.writer()
  const outer = yield* Writer
  const writer = session.writer(outer) === outer ? outer : undefined
  // adding an account must not interrupt the effect that adds it
  writer?.follow(null)
  const vacate = Effect.uninterruptible(
    Effect.tapError(accounts.vacate, () => Effect.sync(() => writer?.follow(writer.of())))
  )
  yield* session.endInStore(Effect.andThen(vacate, waitUntil(session, () => !isPerson())))
})

/**
 * Signs one account out, and revokes its session on the platform as `signOut` of `latchkey` does. If the account is the
 * active one, no account is active afterwards: show the others, or switch to one. Does nothing if this device has no
 * session of the user.
 */
export const signOut = Effect.fn("accounts.signOut")(function*({ userId }: AccountInput) {
  const { accounts, session } = yield* opened
  const isActive = Effect.map(accounts.list, (found) => found.some((each) => each.isActive && each.userId === userId))
  const current = userIn(session)
  if (current === userId) return yield* signOutCurrent()
  if (current === undefined && (yield* isActive)) return yield* signOutCurrent()
  const removed = yield* removeAndRevoke(accounts, userId)
  if (Option.isSome(removed)) return removed.value
  if (!(yield* isActive)) return { revoked: true }
  // another tab has just switched to the account
  yield* waitUntil(session, () => userIn(session) === userId)
  return userIn(session) === userId ? yield* signOutCurrent() : { revoked: false }
})

/**
 * Removes an account that isn't active, and revokes its session. A removed session is revoked even if the caller is
 * interrupted, because nothing else could revoke it later. Returns `None` if there is no such account.
 */
const removeAndRevoke = (accounts: StoredAccounts, userId: string) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(accounts.remove(userId), (tokens) =>
      tokens === null
        ? Effect.succeedNone
        : Effect.flatMap(
          Effect.forkDetach(revokeSession(tokens)),
          (revoking) => Effect.asSome(restore(Fiber.join(revoking)))
        ))
  )

/**
 * Signs all accounts out, and revokes their sessions on the platform. `revoked` is `false` if that failed for one of
 * them.
 */
export const signOutAll = Effect.fn("accounts.signOutAll")(function*() {
  const { accounts } = yield* opened
  const found = yield* accounts.list
  // the list lacks the current session if its token doesn't name the user
  const results = yield* Effect.all([...found.map(signOut), signOutCurrent()], { concurrency: "unbounded" })
  return { revoked: results.every((each) => each.revoked) }
})
