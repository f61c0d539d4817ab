import { assert, describe, it } from "@effect/vitest"
import type { LedgerEntry } from "../../../../layers/observe/ledger/entry.ts"
import { causesOf, sentenceOf, whySignedOut } from "../../../../layers/observe/ledger/sentences.ts"

const common = { id: 1, at: 0 }

/** Sentences by entry. */
const sentences: ReadonlyArray<readonly [LedgerEntry, string]> = [
  [{ ...common, _tag: "Found", storage: "cookies" }, "A session was already stored in cookies."],
  [
    { ...common, _tag: "SignedIn", by: "here", isAnonymous: false, clockSkewMillis: 2000 },
    "The user signed in. This machine's clock is 2 s ahead."
  ],
  [
    {
      ...common,
      _tag: "SignedIn",
      by: "here",
      flow: "signUp.anonymously",
      isAnonymous: true,
      clockSkewMillis: -61_400
    },
    "An anonymous user signed in with signUp.anonymously. This machine's clock is 61 s behind."
  ],
  [{ ...common, _tag: "SignedIn", by: "here", isAnonymous: false, clockSkewMillis: 1999 }, "The user signed in."],
  [
    { ...common, _tag: "SignedIn", by: "elsewhere", isAnonymous: true },
    "An anonymous user signed in in another tab or program."
  ],
  [
    { ...common, _tag: "Upgraded", by: "here", flow: "signUp.withPassword" },
    "The anonymous user became an account with signUp.withPassword."
  ],
  [
    { ...common, _tag: "Upgraded", by: "elsewhere" },
    "The anonymous user became an account in another tab or program."
  ],
  [{ ...common, _tag: "Refreshed", by: "here" }, "The access token was refreshed."],
  [
    { ...common, _tag: "Refreshed", by: "here", flow: "users.getMe", callers: 1, attempts: 1 },
    "The access token was refreshed for users.getMe, for 1 caller."
  ],
  [
    { ...common, _tag: "Refreshed", by: "here", callers: 0, attempts: 2 },
    "The access token was refreshed, for 0 callers, in 2 attempts."
  ],
  [{ ...common, _tag: "Refreshed", by: "elsewhere" }, "Another tab or program refreshed the access token."],
  [
    { ...common, _tag: "RefreshFailed", reason: "TimedOut", callers: 1, attempts: 5 },
    "A refresh failed with TimedOut after 5 attempts. The session continues."
  ],
  [{ ...common, _tag: "TokenRejected" }, "The platform rejected the access token."],
  [
    { ...common, _tag: "TokenRejected", endpoint: "users.getMe", status: 401 },
    "The platform rejected the access token of users.getMe (401)."
  ],
  [
    { ...common, _tag: "RefreshRejected", code: "A_CODE", callers: 1 },
    "The platform rejected the refresh token (A_CODE): the session was ended on another device or by an "
    + "administrator, or has expired."
  ],
  [
    { ...common, _tag: "UserMissing", endpoint: "users.getMe", code: "A_CODE", status: 400 },
    "The platform reported to users.getMe (A_CODE, 400) that the user no longer exists: an administrator or another "
    + "program deleted the account."
  ],
  [{ ...common, _tag: "Ended", by: "here" }, "The user was signed out here."],
  [{ ...common, _tag: "Ended", by: "here", flow: "signOut" }, "The user was signed out here by signOut."],
  [{ ...common, _tag: "Ended", by: "anotherTab" }, "The user signed out in another tab."],
  [
    { ...common, _tag: "Ended", by: "platform" },
    "The user was signed out, because the platform no longer accepts the session."
  ],
  [
    { ...common, _tag: "Ended", by: "vanished" },
    "The user was signed out, because the stored tokens disappeared. No other tab reported a sign-out: the site's "
    + "server, the browser, the user or another script deleted them."
  ],
  [
    { ...common, _tag: "Ended", by: "expired" },
    "The user was signed out, because the access token expired and there is no refresh token."
  ],
  [{ ...common, _tag: "Ended", by: "replaced" }, "The session ended, because another session took its place."]
]

describe("sentenceOf", () => {
  for (const [entry, sentence] of sentences) {
    it(`an entry reads: ${sentence}`, () => assert.strictEqual(sentenceOf(entry), sentence))
  }
})

describe("the causes of an entry", () => {
  const rejected: LedgerEntry = { id: 1, at: 0, _tag: "TokenRejected" }
  const refused: LedgerEntry = { id: 2, at: 0, _tag: "RefreshRejected", callers: 1, because: 1 }
  const ended: LedgerEntry = { id: 3, at: 0, _tag: "Ended", by: "platform", because: 2 }
  const later: LedgerEntry = { id: 4, at: 0, _tag: "SignedIn", by: "here", isAnonymous: false }

  it("D23: the causes lead from an entry to its first cause, as far back as the ledger goes", () => {
    assert.deepStrictEqual(causesOf([rejected, refused, ended, later], ended), [ended, refused, rejected])
    assert.deepStrictEqual(causesOf([ended, refused], ended), [ended, refused])
    assert.deepStrictEqual(causesOf([ended], ended), [ended])
    assert.deepStrictEqual(causesOf([rejected], rejected), [rejected])
  })

  it("a damaged ledger, in which an entry is caused by itself or by a later entry, doesn't cause a loop", () => {
    const [own, one, other] = [{ ...rejected, because: 1 }, { ...rejected, because: 2 }, { ...refused, because: 1 }]

    assert.deepStrictEqual(causesOf([own], own), [own])
    assert.deepStrictEqual(causesOf([one, other], one), [one])
    assert.deepStrictEqual(causesOf([one, other], other), [other, one])
  })

  it("whySignedOut explains how the last session ended, and returns undefined if no session has ended", () => {
    const before: LedgerEntry = { id: 0, at: 0, _tag: "Ended", by: "here" }

    assert.isUndefined(whySignedOut([rejected, later]))
    assert.deepStrictEqual(
      whySignedOut([before, rejected, refused, ended, later]),
      [ended, refused, rejected].map(sentenceOf)
    )
  })
})
