/** Sign-up rules. Later revisions only. The evaluator of conditions is loaded on first use. docs/platform.md §8.3. */
import * as Effect from "effect/Effect"
import { SignUpRejected } from "../../../schemas/errors/restrictions.ts"
import type { botChallenge } from "../model/index.ts"
import {
  type Platform,
  type Project,
  type ProjectConfig,
  type SignUpRule,
  type User,
  withinLimit
} from "../state/index.ts"

/** Known facts about a sign-up. */
export interface SignUpAttempt {
  readonly email: string | null
  readonly authMethod: string
  readonly oauthProvider: string | null
  /** Country code of two letters. */
  readonly countryCode: string | null
  readonly assessment: botChallenge.Assessment | null
  readonly riskScores?: User["riskScores"]["signUp"] | undefined
}

/** Result of evaluating one rule. */
export interface Evaluation {
  readonly rule: SignUpRule
  readonly status: "disabled" | "missing_condition" | "matched" | "not_matched" | "error"
  /** Why the condition could not be evaluated. */
  readonly error?: string
}

/** Combined result of all rules. */
export interface Decision {
  /** Evaluations in order, up to the deciding rule. */
  readonly evaluations: ReadonlyArray<Evaluation>
  readonly action: "allow" | "reject"
  /** The deciding rule, or `undefined` if the default action applies. */
  readonly rule: SignUpRule | undefined
  /** The first matching rule that restricts the new user. */
  readonly restrictedBy: SignUpRule | undefined
  /** Error if a condition was stopped before any rule decided. */
  readonly refusal: string | undefined
}

/** Returns the variables of conditions. Unknown values are empty strings. */
const variablesOf = ({ assessment, authMethod, countryCode, email, oauthProvider, riskScores }: SignUpAttempt) => {
  const scores = riskScores ?? { bot: 0, freeTrialAbuse: 0 }
  return {
    email: email ?? "",
    emailDomain: email?.slice(email.lastIndexOf("@") + 1) ?? "",
    countryCode: countryCode ?? "",
    authMethod,
    oauthProvider: oauthProvider ?? "",
    turnstileResult: assessment ?? "",
    riskScores: { ...scores, free_trial_abuse: scores.freeTrialAbuse }
  }
}

/** Time limit for all conditions of one sign-up in milliseconds. They run on the emulator's own thread. */
const limitMillis = 1000

type Parse = typeof import("@marcbachmann/cel-js")["parse"]

const evaluator: Effect.Effect<Parse> = Effect.map(
  Effect.promise(() => import("@marcbachmann/cel-js")),
  ({ parse }) => parse
)

const evaluate = (parse: Parse, rule: SignUpRule, variables: ReturnType<typeof variablesOf>): Evaluation => {
  if (!rule.enabled) return { rule, status: "disabled" }
  if (rule.condition === "") return { rule, status: "missing_condition" }
  try {
    return { rule, status: parse(rule.condition)(variables) === true ? "matched" : "not_matched" }
  } catch (thrown) {
    return { rule, status: "error", error: (thrown as Error).message }
  }
}

/** Evaluates the rules in order, up to the rule that decides. Rules not reached within the time limit are errors. */
const evaluateAll = (
  parse: Parse,
  rules: ReadonlyArray<SignUpRule>,
  variables: ReturnType<typeof variablesOf>,
  spentMillis = 0
): { readonly evaluations: ReadonlyArray<Evaluation>; readonly tooSlow: SignUpRule | undefined } => {
  const evaluations: Array<Evaluation> = []
  const ending = withinLimit(() => {
    for (const rule of rules) {
      const evaluation = evaluate(parse, rule, variables)
      evaluations.push(evaluation)
      if (decides(evaluation)) break
    }
  }, limitMillis)
  if (ending.isDone) return { evaluations, tooSlow: undefined }
  const spent = spentMillis + ending.spentMillis
  if (spent < limitMillis * 0.9) return evaluateAll(parse, rules, variables, spent)
  const tooSlow = rules[evaluations.length]!
  const stopped = rules.slice(evaluations.length).map((rule): Evaluation =>
    rule.enabled ? { rule, status: "error", error: tooSlowSentence(tooSlow) } : { rule, status: "disabled" }
  )
  return { evaluations: [...evaluations, ...stopped], tooSlow }
}

const tooSlowSentence = ({ displayName, id }: SignUpRule): string =>
  `The condition of the sign-up rule ${displayName} (${id}) took longer than ${limitMillis} ms and was stopped. `
  + "Simplify it: a nested repetition in a regular expression, or macros inside each other, take exponential time."

/** Whether a rule ends the evaluation. Rules that restrict or log let the following rules decide. */
const decides = ({ rule: { action }, status }: Evaluation): boolean =>
  status === "matched" && (action.type === "allow" || action.type === "reject")

/** Evaluates rules, highest priority first, up to the first match that allows or rejects. */
export const decide = ({ config }: Project, attempt: SignUpAttempt): Effect.Effect<Decision> => {
  const inOrder = [...config.signUpRules].sort((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1))
  const evaluated = inOrder.some(({ enabled }) => enabled)
    ? Effect.map(evaluator, (parse) => evaluateAll(parse, inOrder, variablesOf(attempt)))
    : Effect.succeed({
      evaluations: inOrder.map((rule): Evaluation => ({ rule, status: "disabled" })),
      tooSlow: undefined
    })
  return Effect.map(evaluated, ({ evaluations, tooSlow }) => decided(config, evaluations, tooSlow))
}

const decided = (
  config: ProjectConfig,
  evaluations: ReadonlyArray<Evaluation>,
  tooSlow: SignUpRule | undefined
): Decision => {
  const rule = evaluations.find(decides)?.rule
  return {
    evaluations,
    rule,
    action: rule === undefined ? config.signUpRulesDefaultAction : rule.action.type === "reject" ? "reject" : "allow",
    restrictedBy: evaluations.find(({ rule, status }) => status === "matched" && rule.action.type === "restrict")?.rule,
    refusal: rule === undefined && tooSlow !== undefined ? tooSlowSentence(tooSlow) : undefined
  }
}

/** Fails if the rules reject the sign-up. The returned function applies their result to the new user. */
export const admit = (
  platform: Platform,
  project: Project,
  attempt: SignUpAttempt
): Effect.Effect<(user: User) => void, SignUpRejected> =>
  Effect.gen(function*() {
    if (!platform.rules.restrictedUsers) return () => {}
    const { action, evaluations, refusal, restrictedBy } = yield* decide(project, attempt)
    for (const { rule: { action, id }, status } of evaluations) {
      if (status === "matched") project.signUpRuleTriggers.push({ ruleId: id, action: action.type, at: platform.now() })
    }
    if (refusal !== undefined) return yield* Effect.fail(new SignUpRejected({ message: refusal }))
    // the rule's own message is visible to the project's administrators only
    if (action === "reject") {
      return yield* Effect.fail(new SignUpRejected({ message: "This sign-up was not accepted." }))
    }
    return (user: User) => {
      // an upgraded anonymous user keeps the country that a back end set
      user.countryCode ??= attempt.countryCode
      if (restrictedBy === undefined) return
      const { displayName, id } = restrictedBy
      user.restrictedByAdmin = true
      user.restrictedByAdminPrivateDetails = `Restricted by the sign-up rule ${displayName} (${id})`
    }
  })
