/** Mutants that no test notices, and why none should. */

/** A change that makes no difference anybody could rely on. */
export interface Survivor {
  readonly file: string
  /** What stands there, on one line. */
  readonly was: string
  readonly became: string
  readonly why: string
}

/** Several of a file, for one reason. */
const of = (
  file: string,
  why: string,
  changes: { readonly [was: string]: ReadonlyArray<string> }
): ReadonlyArray<Survivor> =>
  Object.entries(changes).flatMap(([was, became]) => became.map((each) => ({ file, was, became: each, why })))

/** Lists that are empty unless somebody says otherwise: the text that the mutant puts in is no origin. */
const defaults = (...files: ReadonlyArray<string>): ReadonlyArray<Survivor> =>
  files.map((file) => ({ file, was: "[]", became: "[\"Stryker was here\"]", why: "No page has this origin." }))

/** Names of spans, services and kinds of warnings, which people read and no program depends on. */
const labels = (file: string, ...names: ReadonlyArray<string>): ReadonlyArray<Survivor> =>
  names.map((was) => ({ file, was, became: was.startsWith("`") ? "``" : "\"\"", why: "It is a label." }))

/** Each with its reason. */
export const survivors: ReadonlyArray<Survivor> = [
  {
    file: "layers/call/scrub.ts",
    was: "all.filter(isOrdinary)",
    became: "all",
    why: "The others are gone from the text by then."
  },
  {
    file: "layers/call/scrub.ts",
    was: "/^[\\w.-]*$/.test(secret)",
    became: "false",
    why: "It saves work: all spellings of such a secret are the same, and a set keeps one."
  },
  {
    file: "layers/call/scrub.ts",
    was: "/^[\\w.-]*$/",
    became: "/^[\\w.-]$/",
    why: "Likewise."
  },
  ...of("layers/browser/trustedUrl.ts", "Any key that no other reference has.", {
    "\"latchkey/TrustedOrigins\"": ["\"\""]
  }),
  ...of("layers/call/RetryPolicy.ts", "Any key that no other reference has.", { "\"latchkey/RetryPolicy\"": ["\"\""] }),
  ...of("layers/call/retryAfter.ts", "Neither says a time.", {
    "[]": ["[\"Stryker was here\"]"],
    "\"\"": ["\"Stryker was here!\""]
  }),
  ...of("layers/call/retryAfter.ts", "V8 also reads a date that says GMT twice, which other engines need not.", {
    "text.endsWith(\"GMT\")": ["text.startsWith(\"GMT\")"]
  }),
  ...of("layers/session/browserCookies.ts", "Any key that no other reference has.", {
    "\"latchkey/CookiePage\"": ["\"\""]
  }),
  ...labels("layers/session/browserCookies.ts", "\"cookies\""),
  ...of("layers/session/browserCookies.ts", "A look that fails counts as no.", {
    "(await events.get(name))?.partitioned": ["(await events.get(name)).partitioned"]
  }),
  ...of("layers/session/cookies.ts", "What begins with = has no name either way.", { "at < 0": ["at <= 0"] }),
  ...of("layers/session/cookies.ts", "What returns nothing returns undefined.", { "{ return undefined }": ["{}"] }),
  ...of("layers/call/answer.ts", "It saves work.", { "decoder === undefined": ["true"] }),
  ...of("layers/call/answer.ts", "Without it nothing is returned either.", { "{ return undefined }": ["{}"] }),
  ...of("layers/call/answer.ts", "A header that names an error names another one then.", {
    "typeof code !== \"string\"": ["false"]
  }),
  ...of("layers/call/answer.ts", "Neither is a date.", { "\"\"": ["\"Stryker was here!\""] }),
  ...of("layers/call/answer.ts", "Effect's paths are there and made of keys: the standard's need not be.", {
    "[]": ["[\"Stryker was here\"]"],
    "typeof part === \"object\"": ["false"],
    "\"object\"": ["\"\""]
  }),
  ...of("layers/call/call.ts", "No answer quotes it.", { "[]": ["[\"Stryker was here\"]"] }),
  ...of("layers/call/call.ts", "It saves work: the line that it would name is the same for every call.", {
    "{ captureStackTrace: false }": ["{}"],
    "false": ["true"]
  }),
  ...of("layers/call/call.ts", "Who is refused without a time was let through before.", {
    "state.passage !== undefined": ["true"]
  }),
  ...of("layers/call/call.ts", "Credentials are renewed for errors of the platform alone: they look themselves.", {
    "!(error instanceof KnownError)": ["false"]
  }),
  ...of("layers/call/call.ts", "Any key would do.", { "\"all\"": ["\"\""] }),
  ...of("layers/call/request.ts", "It saves work.", {
    "encoder === undefined": ["true"],
    "encoders.set(spec, encoder!)": [";"]
  }),
  ...of("layers/call/request.ts", "Without it nothing is returned either.", { "{ return undefined }": ["{}"] }),
  ...of("layers/call/receive.ts", "It saves a copy.", { "parts.length === 1": ["false"] }),
  ...of("layers/call/receive.ts", "A text has no code.", { "[]": ["[\"Stryker was here\"]"] }),
  ...of("layers/call/receive.ts", "What cannot be read is caught.", { "thrown !== null": ["true"] }),
  ...defaults("layers/browser/trustedUrl.ts", "src/flows/redirects/returnTo.ts"),
  ...labels("src/flows/redirects/redirectTo.ts", "\"redirectTo.hrefOf\"", "\"redirectTo.url\"", "`redirectTo.${page}`"),
  ...labels("src/flows/redirects/redirectAfter.ts", "\"redirect\""),
  ...of("layers/session/accessToken.ts", "It saves work: a token says the same each time.", {
    "!payloads.has(token)": ["true"]
  }),
  ...of("layers/session/accessToken.ts", "One character of 65,536.", {
    "text.length > longest": ["text.length >= longest"]
  }),
  ...of("layers/session/accessToken.ts", "What is no text throws below, and either way nothing is returned.", {
    "payload === undefined": ["false"],
    "{ return undefined }": ["{}"]
  }),
  ...of("layers/session/accessToken.ts", "A list of bytes takes nothing past its end.", {
    "at < binary.length": ["at <= binary.length"]
  }),
  ...of("layers/session/currentSession.ts", "It saves work: no claims are decoded for nobody.", {
    "listeners.size === 0": ["false"],
    "before === undefined": ["false"]
  }),
  ...of("layers/session/currentSession.ts", "What is absent reads as undefined too.", {
    "{ issuedAt: undefined, expiresAt: undefined }": ["{}"]
  }),
  ...of("layers/session/currentSession.ts", "Of two that differ one is there: the compiler cannot know.", {
    "before !== null": ["true"]
  }),
  ...of("layers/session/currentSession.ts", "What ended here is over, and was left out before.", {
    "mine !== null": ["true"]
  }),
  ...labels("layers/session/currentSession.ts", "\"write\""),
  ...of(
    "layers/session/refreshAhead.ts",
    "A refresh without one fails before anything is sent, and nobody waits for it.",
    {
      "held.tokens.refreshToken === undefined": ["false"]
    }
  ),
  ...of("layers/session/usableTokens.ts", "It is there where a life is left, or in doubt: the compiler cannot know.", {
    "accessToken === undefined": ["false"]
  }),
  ...of("layers/session/usableTokens.ts", "Without both times there is no number, and no life suffices either.", {
    "issuedAt === undefined || expiresAt === undefined": ["false", "issuedAt === undefined && expiresAt === undefined"],
    "issuedAt === undefined": ["false"],
    "expiresAt === undefined": ["false"]
  }),
  ...of("src/backend/token/keySet.ts", "No key set gets there: keys are held or their fetch has failed.", {
    "\"they were not asked for\"": ["\"\""],
    "failure === undefined": ["false"]
  }),
  ...of("src/backend/token/keySet.ts", "It only has to be another number than before.", {
    "(held?.generation ?? 0) + 1": ["(held?.generation ?? 0) - 1"]
  }),
  ...of("src/backend/token/keySet.ts", "No key has this id, and no token names none.", {
    "\"\"": ["\"Stryker was here!\""],
    "kid !== undefined": ["true"],
    "kid === undefined": ["false"]
  }),
  ...of("src/backend/token/keySet.ts", "Either is long ago.", { "-Infinity": ["+Infinity"] }),
  ...of("src/backend/token/keySet.ts", "Where a key is found, no fetch has failed since.", {
    "foundNow.candidates.length === 0": ["true"]
  }),
  ...of("src/backend/token/keySet.ts", "A signal is aborted once.", { "{ once: true }": ["{}"], "true": ["false"] }),
  ...of("src/backend/token/keySet.ts", "What is no object has none of a key's members either.", {
    "typeof key !== \"object\"": ["false"]
  }),
  ...of("src/backend/token/verifier.ts", "Both are so, or none is: the compiler cannot know.", {
    "settings instanceof VerifierMisconfigured || keys === undefined": [
      "settings instanceof VerifierMisconfigured && keys === undefined"
    ],
    "keys === undefined": ["false"]
  }),
  ...of(
    "src/backend/token/verifier.ts",
    "A token that is remembered for less time is verified again, with the same result.",
    {
      "verified.expiresAt.getTime() + settings.tolerance * 1000": [
        "verified.expiresAt.getTime() - settings.tolerance * 1000"
      ],
      "settings.tolerance * 1000": ["settings.tolerance / 1000"]
    }
  ),
  ...of("src/backend/token/verifier.ts", "What is no text does not have the form either.", {
    "typeof projectId !== \"string\"": ["false"]
  }),
  ...of("src/backend/token/verifier.ts", "A protocol ends in its only colon.", { "/^https?:$/": ["/^https?:/"] }),
  ...of("src/backend/token/verifier.ts", "One character of 16,384.", {
    "token.length <= longestToken": ["token.length < longestToken"]
  }),
  ...of("src/backend/token/verifier.ts", "The same claims were compared before the signature was.", {
    "{ issuer, audience: `${projectId}${audienceEndings[kind]}` }": ["{}"]
  }),
  ...of("src/backend/token/verifier.ts", "Each of the two refuses what the other one does.", {
    "[\"sub\", \"exp\"]": ["[]"],
    "expiresAt === undefined": ["false"]
  }),
  ...of("src/backend/token/verifier.ts", "There is a key to be tried, and it was refused.", {
    "\"signature\"": ["\"\""]
  }),
  ...of("src/backend/token/verifier.ts", "No error of jose's has this code.", { "\"\"": ["\"Stryker was here!\""] }),
  ...of("src/backend/token/verifier.ts", "An error that says so has them.", {
    "payload?.[\"exp\"]": ["payload[\"exp\"]"]
  }),
  ...of("src/backend/verify/crossSite.ts", "Neither is the name of a header, a cookie or an origin.", {
    "\"\"": ["\"Stryker was here!\""],
    "origin !== undefined": ["true"]
  }),
  ...of("src/backend/verify/crossSite.ts", "It is compared with its origin afterwards.", {
    "/^https?:\\/\\//": ["/https?:\\/\\//"]
  })
]
