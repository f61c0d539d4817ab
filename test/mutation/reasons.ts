/**
 * Reasons why a mutant may survive, by the ids that `npm run prove mutation` prints. An id is a hash of the file, the text
 * and its replacement, so it stays the same when lines move, and changes with the text.
 */
const reasons: { readonly [reason: string]: string } = {
  "A check for the compiler: both conditions hold, or neither does.": "01df9fe 79d523d",
  "A check for the compiler: of two different sessions one is always present.": "827526f",
  "A check for the compiler: the token is present in this branch.": "9886022",
  "A cookie that begins with = has no name either way.": "6db7a35",
  "A link of another app has neither a state nor an error, whether its path is absent or unknown.": "d2d326e",
  "A failed lookup counts as absent.": "934a8f2",
  "A failed property access is caught.": "b8fdb12",
  "A key was tried and rejected, so the reason is set.": "e99aaab",
  "A name in spans or warnings, for people to read.": "b2cbf0f d4187dc ab5f5cf 383f4f7 738d48a 0d72df9",
  "A protocol contains one colon, at its end.": "6847a91",
  "A rate limit without a time comes only after a passed gate.": "31c4734",
  "A refresh without a token fails before it sends anything, and has no waiters.": "0714be4",
  "A signal aborts only once.": "4047fd8 a6f006d",
  "A string has no error code.": "b029704",
  "A token that leaves the cache early is verified again, with the same result.": "9925590 f9e1925",
  "A value that isn't an object has none of a key's members.": "9f21ee8",
  "A value that isn't text doesn't match the pattern.": "e47c7bf 7f68be3",
  "A value that isn't text throws below, and the function returns undefined either way.": "108a6bc 88c0e1c",
  "An absent property also reads as undefined.": "8f12909 c88c0b0",
  "An ended session was excluded before.": "2e6ecec",
  "A skew of zero was excluded before.": "6ea381c",
  "An error of this kind always has claims.": "0a87a63",
  "An optimisation without a visible effect.": "27ee921 378cdfa fa5bd47 3ed63b6 5d7b229",
  "An optimisation: a token's claims don't change.": "84f87b0",
  "An optimisation: all spellings of such a secret are equal, and a set keeps one.": "457cc3a de5be24",
  "An optimisation: claims are decoded only when a session exists.": "c69cbc8 ea42028",
  "An optimisation: the skipped stack line is the same for every call.": "2ae8089 8285579",
  "Any kind that neither ends nor may end a browser session works.": "5921135 cf691b9",
  "Any number that differs from the previous one works.": "d840748",
  "Any unique key works.": "a3536f5 96c3cb3 fda4e54 e15c541 907fe7c",
  "Effect's issue paths are always present and made of keys; the standard's type allows less.":
    "349d439 cf42abc d36e396",
  "Either check rejects the same tokens.": "05230cc d3c6f38",
  "Neither value is a date.": "60a65c4 741ed50 5039e2d",
  "Neither value is a header, a cookie or an origin.": "c940036 af9225e",
  "No error of jose has this code.": "7a4677e",
  "No key has this id, and every token names one.": "7671a6f 2be8d7b c310ac8",
  "No response contains the text that the mutant adds.": "349d439",
  "Opening a site without the module fails, and failures are ignored.": "34bd7f6",
  "The URL is compared with its origin afterwards.": "720b7a6",
  "The code is then taken from the header, which names the same kind of error.": "d26d746",
  "The comparison has the same result for either infinity.": "b16e6ce",
  "The default list is empty; no page has the origin that the mutant adds.": "2f80db0 25fce77",
  "The function returns undefined either way.": "b23f0a2 81d4e6a 85153ab",
  "The limit differs by one character of 16,384.": "15280d3",
  "The limit differs by one character of 65,536.": "6d97a44",
  "The other secrets were already removed from the text.": "00af0b3",
  "The renewal itself ignores errors other than the platform's.": "b016b4d",
  "The same claims were compared before the signature.": "0f973f8",
  "Unreachable: keys are present or their fetch failed.": "bf4f75b 117696a",
  "V8 accepts a date with GMT twice; other engines needn't.": "b38c6e1",
  "When a key is found, no fetch failed since.": "c1f7c23",
  "Without both times the lifetime is NaN, which no comparison accepts.": "e651579 0048344 5b10946 2aedf7c",
  "Writes past the end of a typed array have no effect.": "248f399"
}

/** Reason by id. */
export const reasonOf: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, ids]) => ids.split(" ").map((id) => [id, reason] as const))
)
