/**
 * Code to mutate: a fault in this code would admit the wrong user, lose a session, or repeat a request that must not be
 * repeated.
 */

/** Files and the tests that must detect changes in them. */
export interface Subject {
  readonly name: string
  /** Minimum share of killed mutants, in percent. */
  readonly least: number
  readonly files: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

const session = (names: ReadonlyArray<string>) => names.map((name) => `layers/session/${name}.ts`)
const observe = (names: ReadonlyArray<string>) => names.map((name) => `layers/observe/${name}.ts`)
const simulate = (names: ReadonlyArray<string>) => names.map((name) => `src/testing/simulate/${name}.ts`)
const payments = (names: ReadonlyArray<string>) => names.map((name) => `src/payments/${name}.ts`)
const tape = (names: ReadonlyArray<string>) => names.map((name) => `src/testing/tape/${name}.ts`)
const tapeTests = (names: ReadonlyArray<string>) => names.map((name) => `test/src/testing/tape/${name}.test.ts`)
const redirects = (names: ReadonlyArray<string>) => names.map((name) => `src/flows/redirects/${name}.ts`)

/** All subjects. */
export const subjects: ReadonlyArray<Subject> = [
  {
    name: "retry",
    least: 98,
    files: ["layers/call/RetryPolicy.ts", "layers/call/retryAfter.ts"],
    tests: ["test/layers/call/{RetryPolicy,retryAfter,call}.test.ts"]
  },
  {
    name: "redaction",
    least: 97,
    files: ["layers/call/scrub.ts"],
    tests: ["test/layers/call/{scrub,answer,request}.test.ts"]
  },
  {
    name: "redirects",
    least: 97,
    files: [
      "layers/browser/trustedUrl.ts",
      ...redirects(["callbackUrl", "redirectAfter", "redirectTo", "returnTo", "trustedRedirect"])
    ],
    tests: ["test/layers/browser/{trustedUrl,Urls}.test.ts", "test/src/flows/redirects/*.test.ts"]
  },
  {
    name: "cookies",
    least: 99,
    files: session(["browserCookies", "cookies"]),
    tests: [
      "test/layers/session/cookies.test.ts",
      "test/layers/session/{browserCookies,requestStore,tokenStoreOf}.test.ts"
    ]
  },
  {
    name: "verifier",
    least: 95,
    files: ["src/backend/token/keySet.ts", "src/backend/token/verifier.ts", "src/backend/verify/crossSite.ts"],
    tests: ["test/src/backend/token/*.test.ts", "test/src/backend/verify/{createAuthenticator,crossSite}.test.ts"]
  },
  {
    name: "session",
    least: 97,
    files: session(["accessToken", "coolDown", "currentSession", "refreshAhead", "sessionRefresh", "usableTokens"]),
    tests: [
      "test/layers/session/{Session,SessionPolicy,accessToken,anyOrder/anySequence,currentSession}.test.ts",
      "test/layers/session/{refresh,refreshAhead,sessionEnd,usableTokens,wrongClocks}.test.ts"
    ]
  },
  {
    name: "call",
    least: 97,
    files: ["answer", "attempt", "call", "receive", "request"].map((name) => `layers/call/${name}.ts`),
    tests: [
      "test/layers/call/{Diagnostics,answer,call,projectDefaults,receive,request,scrub}.test.ts",
      "test/layers/access/*.test.ts"
    ]
  },
  {
    name: "observe",
    least: 90,
    files: observe(["CallObserver", "exchanges/keepExchanges", "httpConventions", "metrics", "watch"]),
    tests: [
      "test/layers/observe/{CallObserver,watch,httpConventions,metrics,metricNames}.test.ts",
      "test/layers/observe/exchanges/*.test.ts"
    ]
  },
  {
    name: "ledger",
    least: 90,
    files: observe(
      ["SessionLedger", "calls", "changes", "notes", "observeSession", "sentences"].map((name) => `ledger/${name}`)
    ),
    tests: [
      "test/layers/observe/ledger/{observeSession,sentences,sessionLedger,interruptions,lateRejection}.test.ts",
      "test/layers/session/anyOrder/anySequence.test.ts"
    ]
  },
  {
    name: "accounts",
    least: 90,
    files: ["AccountNotFound", "accountsStore", "asideText", "flows", "knownSessions", "layers", "promises"].map((
      name
    ) => `src/accounts/${name}.ts`),
    tests: [
      "test/src/accounts/{accountsStore,accounts,promises,anyAccounts,interruptions,anySlowStore,layers,flows,brokenStores}.test.ts"
    ]
  },
  {
    name: "simulate-time",
    least: 90,
    files: simulate(["realm", "virtualTime"]),
    tests: ["test/src/testing/simulate/{realm,virtualTime}.test.ts"]
  },
  {
    name: "simulate-plans",
    least: 90,
    files: simulate(["mistakes", "shrink", "steps"]),
    tests: ["test/src/testing/simulate/{shrink,mistakes}.test.ts"]
  },
  {
    name: "simulate-runs",
    least: 90,
    files: simulate(["faults", "network", "play", "run", "sessionLaws", "simulate", "tabs", "timeline"]),
    tests: ["test/src/testing/simulate/{faults,played,simulate,sessionLaws,tabs,mistakes,shrink,interruptions}.test.ts"]
  },
  {
    name: "metadata",
    least: 90,
    files: ["definition", "explain", "oneAtATime", "otherKeys", "stored"].map((name) => `src/metadata/${name}.ts`),
    tests: ["test/src/metadata/*.test.ts"]
  },
  {
    name: "payments",
    least: 90,
    files: payments([
      "CreditsNotGivenBack",
      "catalog",
      "checkout",
      "customer",
      "everyPage",
      "itemChanges",
      "paymentReads",
      "products",
      "promises",
      "serverItems",
      "serverProducts",
      "transactions",
      "withCredits"
    ]),
    tests: ["test/src/payments/{calls,payments,promises,withCredits}.test.ts"]
  },
  {
    name: "tape-shapes",
    least: 90,
    files: tape(["addresses", "match", "shapes", "standIns"]),
    tests: tapeTests(["addresses", "match", "shapes", "hand"])
  },
  {
    name: "tape-conceal",
    least: 90,
    files: tape(["conceal", "harmless", "placeholders", "places", "secretFields", "visit"]),
    tests: tapeTests(["conceal", "harmless", "places", "record", "hand", "secrecy", "written"])
  },
  {
    name: "tape-play",
    least: 90,
    files: tape([
      ...["Tape", "clientTimes", "conversation", "errors", "player", "record", "replay", "replayFetch"],
      "virtualClock"
    ]),
    tests: tapeTests([
      "addresses",
      "malformed",
      "record",
      "play",
      "replay",
      "permission",
      "interruption",
      "orders",
      "hand",
      "written"
    ])
  },
  {
    name: "tape-tests",
    least: 90,
    files: tape(["toTest"]),
    tests: tapeTests(["toTest", "written"])
  },
  {
    name: "native",
    least: 90,
    files: [
      ...["appLinks", "appPage", "appState", "appStorage", "crypto", "deepLink", "linking", "parts", "passkeys"],
      ...["secureModules", "secureStore", "secureTexts"]
    ].map((name) => `src/native/${name}.ts`),
    tests: ["test/src/native/*.test.ts"]
  }
]
