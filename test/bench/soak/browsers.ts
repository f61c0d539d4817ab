/**
 * Browsers that send requests to random processes, and sign in, out and in as another user. The ledger records
 * unexpected responses. Each user signs in only once, so that a token of another session always belongs to another
 * user.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Reply } from "./server.ts"
import type { Change, Server } from "./servers.ts"

/** A cookie that a browser received. */
export interface Cookie {
  readonly text: string
  readonly person: string
  readonly begun: Change
  /** The change that ended the session: a sign-out, or a sign-in as another user. */
  ended?: Change
}

/** A response of a process to a cookie. */
export interface Answer {
  readonly cookie: Cookie
  readonly server: Server
  readonly sentAt: number
  readonly answeredAt: number
}

/**
 * Responses that the browsers received. At the end of the run, `reasons.ts` determines whether each unexpected response
 * has a valid reason.
 */
export interface Ledger {
  answers: number
  signIns: number
  signOuts: number
  /** Number of responses with another user's tokens or profile. */
  crossed: number
  /** Errors of the SDK by their tags. */
  readonly errors: Record<string, number>
  /** Other failures of processes that were not killed. */
  readonly untyped: Array<string>
  /** Number of requests that ended because their process was killed. */
  cutOff: number
  /** Signed-out responses to cookies of sessions that had not ended. */
  readonly signedOut: Array<Answer>
  /** Signed-in responses to cookies after a confirmed sign-out. */
  readonly revived: Array<Answer>
  /** Response times, without periods in which the process did not run. */
  readonly millis: Array<number>
  readonly cookies: Array<Cookie>
}

/** Probability of each action. Most actions only read the session. */
const shares = {
  signOut: 0.04,
  signInAsAnother: 0.04,
  askTwoAtOnce: 0.25,
  askForUser: 0.1,
  longPause: 0.1,
  oldCookie: 0.1
}

const pick = <A>(chance: () => number, among: ReadonlyArray<A>): A => among[Math.floor(chance() * among.length)]!

/** Creates browsers. `up`: processes that are currently available. */
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

  /** Sends one request. Returns `undefined` if the process was killed before its response. */
  const request = async (server: Server, path: string, cookie: Cookie | undefined) => {
    const sentAt = Date.now()
    try {
      const response = await fetch(server.url + path, {
        method: path.startsWith("/sign") ? "POST" : "GET",
        headers: cookie === undefined ? {} : { cookie: cookie.text }
      })
      const reply = await response.json() as Reply
      const answeredAt = Date.now()
      ledger.answers++
      ledger.millis.push(answeredAt - sentAt - server.stalls.within(sentAt, answeredAt))
      if (reply.error === "untyped") ledger.untyped.push(`${path}: an untyped error`)
      else if (reply.error !== undefined) ledger.errors[reply.error] = (ledger.errors[reply.error] ?? 0) + 1
      return { sentAt, answeredAt, status: response.status, reply, setCookie: response.headers.getSetCookie()[0] }
    } catch (error) {
      // the exit event may arrive after the connection is lost
      await sleep(200)
      if (server.killedAt === undefined) ledger.untyped.push(`${path}: ${(error as Error).cause ?? error}`)
      ledger.cutOff++
      return undefined
    }
  }

  /** Reads the session of a cookie. Returns `undefined` if that is currently not possible. */
  const ask = async (server: Server, cookie: Cookie, path = "/"): Promise<"signed in" | "signed out" | undefined> => {
    const answer = await request(server, path, cookie)
    if (answer === undefined) return undefined
    const { answeredAt, sentAt, status, reply } = answer
    const seen = { cookie, server, sentAt, answeredAt }
    if (status === 401) {
      if (cookie.ended === undefined) ledger.signedOut.push(seen)
      return "signed out"
    }
    if (status !== 200) return undefined
    if (reply.owners!.some((owner) => owner !== cookie.person)) ledger.crossed++
    if ((cookie.ended?.answeredAt ?? Infinity) < sentAt) ledger.revived.push(seen)
    return "signed in"
  }

  /** Signs in or out, which ends the session of `before`. Returns the response if the change succeeded. */
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

  /** Sends the cookie of an ended session, as an attacker would send a stolen cookie. */
  const askWithOldCookie = async () => {
    const cookie = pick(chance, ledger.cookies)
    if (cookie.ended?.answeredAt !== undefined) await ask(server(), cookie)
  }

  /** Performs one random action. Returns the browser's current cookie. */
  const turn = async (cookie: Cookie | undefined): Promise<Cookie | undefined> => {
    const dice = chance()
    if (cookie === undefined) return signIn(server(), undefined)
    if (dice < shares.signOut) return signOut(server(), cookie)
    if (dice < shares.signOut + shares.signInAsAnother) return signIn(server(), cookie)
    const path = chance() < shares.askForUser ? "/me" : "/"
    const together = chance() < shares.askTwoAtOnce ? [server(), server()] : [server()]
    const states = await Promise.all(together.map((each) => ask(each, cookie, path)))
    return states.includes("signed out") ? undefined : cookie
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
