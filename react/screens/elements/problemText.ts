/** What people read about an error, in their language. Developers read the error's own sentence in the console. */
"use client"
import { useEffect } from "react"
import type { ConnectionFailed, HttpFailure, RateLimited } from "../../../schemas/errors/CallError.ts"
import { isLoopback } from "../../../schemas/errors/lostConnection.ts"
import { KnownError } from "../../../schemas/KnownError.ts"
import type { OAuthNotPossible } from "../../../src/errors/index.ts"
import { InputProblem } from "../../parts/form/InputProblem.ts"
import { shortestPassword } from "../../parts/form/passwordRules.ts"
import { useWords } from "../Language.tsx"
import type { ScreenError, Texts } from "../texts/en.ts"
import { problems, signIn } from "../texts/english.ts"
import { interpolate } from "../texts/interpolate.ts"

const english = { problems, signIn }

/** Bundlers put the value in. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The words of problems. */
export type ProblemTexts = Pick<Texts, "errors" | "problems" | "signIn">

/** The sentence for an error; `undefined` when there is none. */
export const problemText = (problem: unknown, texts: ProblemTexts): string | undefined => {
  if (problem === undefined || problem === null) return undefined
  if (problem instanceof InputProblem) return interpolate(texts.problems[problem.fault], { length: shortestPassword })
  const reason = reasonOf(problem)
  if (reason instanceof KnownError) {
    if (overTags.includes(reason._tag)) return texts.problems.sessionOver
    const translated = texts.errors?.[reason._tag as ScreenError]
    return translated === undefined ? reason.message : interpolate(translated, reason.details)
  }
  switch (tagOf(reason)) {
    case "Offline":
      return texts.problems.offline
    case "RateLimited":
      return waitText(retryAfterSeconds(reason), texts)
    case "ConnectionFailed":
    case "TimedOut":
    case "LoopDetected":
    case "CodeNotLoaded":
      return texts.problems.unavailable
    case "UserChanged":
      return texts.problems.userChanged
    case "OAuthNotPossible":
      return (reason as OAuthNotPossible).reason === "CookiesBlocked" ? texts.problems.cookies : texts.problems.notHere
    case "CookiesBlocked":
      return texts.problems.cookies
    case "PasskeyNotPossible":
      return texts.problems.notHere
    case "PasskeyCancelled":
      return texts.signIn.passkeyCancelled
    case "OAuthCallbackFailed":
      return texts.problems.provider
    case "HttpFailure":
    case "UnexpectedKnownError":
      return refusalText(reason as Refusal, texts)
    default:
      return texts.problems.unexpected
  }
}

type Refusal = Pick<HttpFailure, "status" | "text">

/** The platform's own sentence, where a refusal has one that people can read. */
const refusalText = ({ status, text }: Refusal, { problems }: ProblemTexts): string =>
  status >= 400 && status < 500 && isSentence(text)
    ? interpolate(problems.refused, { sentence: text })
    : problems.unexpected

/** A line that begins and ends like a sentence: no code, no markup, no stack, no page of a proxy. */
const isSentence = (text: string): boolean => /^\p{Lu}[^\n<>{}[\]]*[.!?]$/u.test(text) && text.slice(-200).includes(" ")

/** How long to wait; `undefined` when that is not known. */
export const waitText = (seconds: number | undefined, { problems }: ProblemTexts): string =>
  seconds === undefined
    ? problems.tooMany
    : seconds === 0
    ? problems.rateLimitOver
    : seconds > 120
    ? interpolate(problems.rateLimitedMinutes, { minutes: Math.ceil(seconds / 60) })
    : interpolate(problems.rateLimited, { seconds })

/** They can come from any call, and mean the same to everybody. */
const overTags: ReadonlyArray<string> = [
  "AccessTokenExpired",
  "ProviderRejected",
  "RefreshTokenNotFoundOrExpired",
  "UnparsableAccessToken"
]

/** The tag of an error of ours. */
export const tagOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "_tag" in value ? value._tag : undefined

/** What went wrong: the reason of a `CallError`, or the error itself. */
const reasonOf = (problem: {}): unknown =>
  tagOf(problem) === "CallError" && "reason" in problem ? problem.reason : problem

/** How long the platform asks to wait. */
export const retryAfterSeconds = (problem: unknown): number | undefined => {
  const reason = typeof problem === "object" && problem !== null ? reasonOf(problem) : undefined
  return tagOf(reason) === "RateLimited" && (reason as RateLimited).retryAfterMillis !== undefined
    ? Math.ceil((reason as RateLimited).retryAfterMillis! / 1000)
    : undefined
}

/** Errors that are not ours have no page. */
const docsOf = (problem: Error): string => "docs" in problem ? ` See ${String(problem.docs)}` : ""

/**
 * {@link problemText} in the reader's language. In development the developer's message goes to the console, and to the
 * screen too where only the set-up of the app is at fault.
 */
export const useProblemText = (problem: unknown): string | undefined => {
  const texts = useWords(english)
  useEffect(() => {
    if (process.env.NODE_ENV !== "production" && problem instanceof Error && !(problem instanceof InputProblem)) {
      // the one place developers look for it; end users read the translation
      // oxlint-disable-next-line no-console
      console.info(`latchkey: ${problem.message}${docsOf(problem)}`)
    }
  }, [problem])
  return process.env.NODE_ENV !== "production" && isOfSetup(problem) ? problem.message : problemText(problem, texts)
}

/** Whether only the developer can fix it, on this machine: a setting is missing or wrong, or nothing listens at the address. */
const isOfSetup = (problem: unknown): problem is Error => {
  if (!(problem instanceof Error)) return false
  const reason = reasonOf(problem)
  return tagOf(reason) === "InvalidConfiguration"
    || (tagOf(reason) === "ConnectionFailed" && isLoopback((reason as ConnectionFailed).target))
}
