/**
 * Browsers that keep asking random processes, sign in, out and in as somebody else; and what they are told that they may
 * not be told without a reason. Nobody is the same person twice, so that tokens of another session show as another person's.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Told } from "./server.ts"
import type { Change, Server } from "./servers.ts"

/** A cookie that a browser got. */
export interface Cookie {
  readonly text: string
  readonly person: string
  readonly begun: Change
  /** The sign-out, or the sign-in as somebody else. */
  ended?: Change
}

/** An answer that one process gave to one cookie. */
export interface Answer {
  readonly cookie: Cookie
  readonly server: Server
  readonly sentAt: number
  readonly answeredAt: number
}

/** What browsers were told. Which of it had a reason is found out at the end: see `verdicts.ts`. */
export interface Ledger {
  answers: number
  signIns: number
  signOuts: number
  /** Tokens, or a user, of another person. */
  crossed: number
  /** Errors of the SDK by their tags. */
  readonly errors: Record<string, number>
  /** Anything else that is no answer, from a process that was not killed. */
  readonly untyped: Array<string>
  /** Requests whose process was killed meanwhile. */
  cutOff: number
  /** "Nobody is signed in", to cookies of somebody who did not sign out. */
  readonly signedOut: Array<Answer>
  /** Somebody's answers, to cookies whose sign-out was confirmed before they were sent. */
  readonly revived: Array<Answer>
  /** How long answers took, without the times in which their process did not run. */
  readonly millis: Array<number>
  readonly cookies: Array<Cookie>
}

/** How often a browser does what. Mostly it asks. */
const shares = {
  signOut: 0.04,
  signInAsAnother: 0.04,
  askTwoAtOnce: 0.25,
  askForUser: 0.1,
  longPause: 0.1,
  oldCookie: 0.1
}

const pick = <A>(chance: () => number, among: ReadonlyArray<A>): A => among[Math.floor(chance() * among.length)]!

/** `up`: the processes that can be asked now. */
export const makeBrowsers = (up: () => ReadonlyArray<Server>, chance: () => number) => {
  const ledger: Ledger = {
    answers: 0,
    signIns: 0,
    signOuts: 0,
    crossed: 0,
    errors: {},
    untyped: [],
    cutOff: 0,
    signedOut: [],
    revived: [],
    millis: [],
    cookies: []
  }
  const run = { over: false }

  /** One request. `undefined`: no answer came, since the process was killed. */
  const request = async (server: Server, path: string, cookie: Cookie | undefined) => {
    const sentAt = Date.now()
    try {
      const response = await fetch(server.url + path, {
        method: path.startsWith("/sign") ? "POST" : "GET",
        headers: cookie === undefined ? {} : { cookie: cookie.text }
      })
      const told = await response.json() as Told
      const answeredAt = Date.now()
      ledger.answers++
      ledger.millis.push(answeredAt - sentAt - server.stalls.within(sentAt, answeredAt))
      if (told.error === "untyped") ledger.untyped.push(`${path}: an error of no type`)
      else if (told.error !== undefined) ledger.errors[told.error] = (ledger.errors[told.error] ?? 0) + 1
      return { sentAt, answeredAt, status: response.status, told, setCookie: response.headers.getSetCookie()[0] }
    } catch (error) {
      // the news of its end may come later than the end of its connections
      await sleep(200)
      if (server.killedAt === undefined) ledger.untyped.push(`${path}: ${(error as Error).cause ?? error}`)
      ledger.cutOff++
      return undefined
    }
  }

  /** Who the cookie is of. `undefined`: this could not be told now. */
  const ask = async (server: Server, cookie: Cookie, path = "/"): Promise<"signed in" | "signed out" | undefined> => {
    const answer = await request(server, path, cookie)
    if (answer === undefined) return undefined
    const { answeredAt, sentAt, status, told } = answer
    const seen = { cookie, server, sentAt, answeredAt }
    if (status === 401) {
      if (cookie.ended === undefined) ledger.signedOut.push(seen)
      return "signed out"
    }
    if (status !== 200) return undefined
    if (told.owners!.some((owner) => owner !== cookie.person)) ledger.crossed++
    if ((cookie.ended?.answeredAt ?? Infinity) < sentAt) ledger.revived.push(seen)
    return "signed in"
  }

  /** Makes a change, which ends the session of `before` if there is one. Gives its answer when it was made. */
  const change = async (server: Server, path: string, before: Cookie | undefined) => {
    const made: Change = { server, sentAt: Date.now() }
    const earlier = before?.ended
    server.unsettled.add(made)
    if (before !== undefined) before.ended = made
    const answer = await request(server, path, before)
    if (answer === undefined) return undefined
    if (answer.status === 200) {
      made.answeredAt = answer.answeredAt
      return { ...answer, made }
    }
    server.unsettled.delete(made)
    if (before !== undefined && earlier === undefined) delete before.ended
    else if (before !== undefined && earlier !== undefined) before.ended = earlier
    if (answer.status === 401 && before !== undefined && earlier === undefined) {
      ledger.signedOut.push({ cookie: before, server, sentAt: answer.sentAt, answeredAt: answer.answeredAt })
    }
    return undefined
  }

  const signIn = async (server: Server, before: Cookie | undefined): Promise<Cookie | undefined> => {
    const person = randomUUID()
    const answer = await change(server, `/sign-in?person=${person}`, before)
    if (answer === undefined) return before
    const cookie: Cookie = { text: answer.setCookie!.split(";")[0]!, person, begun: answer.made }
    ledger.signIns++
    ledger.cookies.push(cookie)
    return cookie
  }

  const signOut = async (server: Server, cookie: Cookie): Promise<Cookie | undefined> => {
    if (await change(server, "/sign-out", cookie) === undefined) return cookie
    ledger.signOuts++
    return undefined
  }

  const server = () => pick(chance, up())

  /** Somebody else has a cookie that is over. */
  const askWithOldCookie = async () => {
    const cookie = pick(chance, ledger.cookies)
    if (cookie.ended?.answeredAt !== undefined) await ask(server(), cookie)
  }

  /** One thing that a browser does. Gives the cookie that it has then. */
  const turn = async (cookie: Cookie | undefined): Promise<Cookie | undefined> => {
    const dice = chance()
    if (cookie === undefined) return signIn(server(), undefined)
    if (dice < shares.signOut) return signOut(server(), cookie)
    if (dice < shares.signOut + shares.signInAsAnother) return signIn(server(), cookie)
    const path = chance() < shares.askForUser ? "/me" : "/"
    const together = chance() < shares.askTwoAtOnce ? [server(), server()] : [server()]
    const told = await Promise.all(together.map((each) => ask(each, cookie, path)))
    return told.includes("signed out") ? undefined : cookie
  }

  const live = async (first: Cookie | undefined) => {
    let cookie = first
    while (!run.over) {
      cookie = await turn(cookie)
      if (chance() < shares.oldCookie) await askWithOldCookie()
      const pause = chance() < shares.longPause ? 20_000 + chance() * 15_000 : 1000 + chance() * 4000
      for (const until = Date.now() + pause; Date.now() < until && !run.over;) await sleep(250)
    }
  }

  return { ask, ledger, live, run, signIn }
}
