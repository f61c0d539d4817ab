/** Translated messages for errors. The original message goes to the console in development. */
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
import { lang, problems, signIn } from "../texts/english.ts"
import { interpolate, interpolatePlural } from "../texts/interpolate.ts"

const english = { lang, problems, signIn }

/** Bundlers replace `process.env.NODE_ENV` with a constant. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Texts that error messages need. */
export type ProblemTexts = Pick<Texts, "errors" | "lang" | "problems" | "signIn">

/** Returns the message of an error; `undefined` if there is no error. */
export const problemText = (problem: unknown, texts: ProblemTexts): string | undefined => {
  if (problem === undefined || problem === null) return undefined
  if (problem instanceof InputProblem) return interpolate(texts.problems[problem.fault], { length: shortestPassword })
  const reason = reasonOf(problem)
  if (reason instanceof KnownError) {
    if (sessionEndedTags.includes(reason._tag)) return texts.problems.sessionOver
    const translated = texts.errors?.[reason._tag as ScreenError]
    return translated === undefined ? reason.message : interpolatePlural(translated, reason.details, texts.lang)
  }
  switch (tagOf(reason)) {
    case "Offline":
      return texts.problems.offline
    case "RateLimited":
      return waitText(retryAfterSeconds(reason), texts)
    case "ConnectionFailed":
    case "TimedOut":
    case "LoopDetected":
      return texts.problems.unavailable
    case "CodeNotLoaded":
      return texts.problems.notLoaded
    case "PersonChanged":
      return texts.problems.sessionOver
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

/** Returns the platform's own message for a rejected request, if it is readable. */
const refusalText = ({ status, text }: Refusal, { problems }: ProblemTexts): string =>
  status >= 400 && status < 500 && isSentence(text)
    ? interpolate(problems.refused, { sentence: text })
    : problems.unexpected

/** Whether a text is a sentence, rather than a code, markup, a stack trace or the error page of a proxy. */
const isSentence = (text: string): boolean => /^\p{Lu}[^\n<>{}[\]]*[.!?]$/u.test(text) && text.slice(-200).includes(" ")

/** Returns a message with the required wait. If the wait is unknown, returns a general message. */
export const waitText = (seconds: number | undefined, { lang, problems }: ProblemTexts): string =>
  seconds === undefined
    ? problems.tooMany
    : seconds === 0
    ? problems.rateLimitOver
    : seconds > 120
    ? interpolatePlural(problems.rateLimitedMinutes, { minutes: Math.ceil(seconds / 60) }, lang)
    : interpolatePlural(problems.rateLimited, { seconds }, lang)

/** Tags of errors that mean that the session has ended. Any call can fail with them. */
const sessionEndedTags: ReadonlyArray<string> = [
  "AccessTokenExpired",
  "ProviderRejected",
  "RefreshTokenNotFoundOrExpired",
  "UnparsableAccessToken"
]

/** Returns the tag of an error, if it has one. */
export const tagOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "_tag" in value ? value._tag : undefined

/** Returns the reason of a `CallError`, or the error itself. */
const reasonOf = (problem: {}): unknown =>
  tagOf(problem) === "CallError" && "reason" in problem ? problem.reason : problem

/** Returns the number of seconds that a rate limit requires to wait. */
export const retryAfterSeconds = (problem: unknown): number | undefined => {
  const reason = typeof problem === "object" && problem !== null ? reasonOf(problem) : undefined
  return tagOf(reason) === "RateLimited" && (reason as RateLimited).retryAfterMillis !== undefined
    ? Math.ceil((reason as RateLimited).retryAfterMillis! / 1000)
    : undefined
}

/** Returns the URL of an error's documentation, if it has one. */
const docsOf = (problem: Error): string => "docs" in problem ? ` See ${String(problem.docs)}` : ""

/**
 * Returns {@link problemText} in the current language. In development, the original message goes to the console; the
 * screen shows the original message too if only the developer can fix the error.
 */
export const useProblemText = (problem: unknown): string | undefined => {
  const texts = useWords(english)
  useEffect(() => {
    if (process.env.NODE_ENV !== "production" && problem instanceof Error && !(problem instanceof InputProblem)) {
      // The console shows developers the original message. Users see the translation.
      // oxlint-disable-next-line no-console
      console.info(`latchkey: ${problem.message}${docsOf(problem)}`)
    }
  }, [problem])
  return process.env.NODE_ENV !== "production" && isOfSetup(problem) ? problem.message : problemText(problem, texts)
}

/**
 * Whether only the developer can fix the error: a setting is missing or wrong, or no server listens at the local URL.
 */
const isOfSetup = (problem: unknown): problem is Error => {
  if (!(problem instanceof Error)) return false
  const reason = reasonOf(problem)
  return tagOf(reason) === "InvalidConfiguration"
    || (tagOf(reason) === "ConnectionFailed" && isLoopback((reason as ConnectionFailed).target))
}
