/**
 * Default numbers in the prose of README and docs. `node .ci/readme.mjs` copies them from the code, so that changing a
 * default changes every page that names it. A test compares them.
 */
import * as Duration from "effect/Duration"
import { MaxResponseBytes } from "../layers/call/requestSettings.ts"
import { defaults as retry } from "../layers/call/RetryPolicy.ts"
import { defaults as session } from "../layers/session/SessionPolicy.ts"

/** The numbers of the code. */
export const numbers = {
  attempts: retry.attempts,
  perAttemptSeconds: Duration.toSeconds(retry.perAttempt),
  longestRetryAfterMinutes: Duration.toMinutes(retry.longestRetryAfter),
  thresholdSeconds: Duration.toSeconds(session.threshold),
  longestDemandSeconds: Duration.toSeconds(session.longestDemand),
  responseMegabytes: MaxResponseBytes.defaultValue() / 1_000_000
}

/** Phrases that contain a number. `#` stands for the number, in digits or as a word. */
export const phrases = {
  attempts: [
    "up to # attempts",
    "fter # attempts, the call fails with a typed error",
    "after # attempts for a GET",
    "at most # attempts, no matter how they fail",
    "# attempts, backoff with jitter",
    "| #, including the first",
    "including the first                                 | #  "
  ],
  perAttemptSeconds: [
    "| # s; 130 s for AI chat",
    "| # s, part of the policy",
    "(`perAttempt`, # s)",
    "An attempt times out after # s",
    "timeout of one attempt                                                          | # s"
  ],
  longestRetryAfterMinutes: [
    "Above # minutes the call fails with `RateLimited`",
    "above # min, the call fails with `RateLimited`",
    "longest: \"# minutes\"",
    "above it, the call fails                        | # min"
  ],
  thresholdSeconds: [
    "expire in less than # s",
    "expires in less than # s",
    "`\"# seconds\"`                              | minimum"
  ],
  longestDemandSeconds: ["you can't require # s or more"],
  responseMegabytes: ["| # MB", "size limit (# MB by default)"]
}

const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

const isCapital = (text) => text[0] !== text[0].toLowerCase()

/** Writes a number as the page does: in digits, or as a word that keeps the case of its first letter. */
const writtenLike = (found, number) => {
  const word = words[number]
  if (/^\d/.test(found) || word === undefined) return String(number)
  return isCapital(found) ? word[0].toUpperCase() + word.slice(1) : word
}

const patternOf = (phrase) => {
  const [before, after] = phrase.split("#").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
  return new RegExp(`(${before})(\\d+|${words.join("|")})(${after})`, "gi")
}

/** Returns a page with these numbers in its phrases. */
export const withNumbers = (page, values = numbers) =>
  Object.entries(phrases).flatMap(([name, list]) => list.map((phrase) => [patternOf(phrase), values[name]])).reduce(
    (text, [pattern, value]) =>
      text.replace(pattern, (_, before, found, after) => `${before}${writtenLike(found, value)}${after}`),
    page
  )

/** Returns the phrases that no page contains. */
export const unusedPhrases = (pages) =>
  Object.values(phrases).flat().filter((phrase) => !pages.some((page) => patternOf(phrase).test(page)))
