/** The source of generated tests, line by line. docs/laws.md W6, tape-4. */
import { assert, describe, it } from "@effect/vitest"
import { Tape } from "../../../../src/testing/index.ts"
import { conceal } from "../../../../src/testing/tape/conceal.ts"
import type { RecordedCall } from "../../../../src/testing/tape/Tape.ts"
import { exchange } from "./plants.ts"

type Given = Parameters<typeof exchange>[0]

const tapeOf = (given: ReadonlyArray<Given>, call?: RecordedCall, keep?: ReadonlyArray<string>) =>
  conceal(given.map((each, at) => ({ ...exchange(each), at: at * 1000, endedAt: at * 1000 + 5 })), { keep }, call)

/** The lines of a generated test before its tape, without the first one. */
const linesOf = (tape: Tape.Tape, options?: Tape.TestOptions): ReadonlyArray<string> => {
  const lines = Tape.toTest(tape, options).split("\n")
  assert.match(
    lines[0]!,
    options?.program === undefined
      ? /^\/\*\* Recorded 1970-01-01T00:00:00\.000Z\. Replace the calls with a call of your app's function\. \*\/$/
      : /^\/\*\* Recorded 1970-01-01T00:00:00\.000Z\. \*\/$/
  )
  return lines.slice(1, lines.findIndex((line) => line.startsWith("const tape = ")) - 1)
}

/** The lines in the test, without those that every test has. */
const stepsOf = (...given: ReadonlyArray<Given>): ReadonlyArray<string> =>
  linesOf(tapeOf(given)).filter((line) =>
    line.startsWith("  ") &&
    !/replay = |= replay\.client\(\)$|replay\.project|expect\.unreachable|Every recorded call|assertPlayed/.test(line)
  ).map((line) => line.trim())

const id = "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"
const json = { "content-type": "application/json" }
const signIn: Given = {
  url: "/auth/password/sign-in",
  body: { email: "a@b.c", password: "p" },
  response: { access_token: "a", refresh_token: "r", user_id: "u" }
}
const wrong: Given = {
  ...signIn,
  status: 400,
  response: { code: "EMAIL_PASSWORD_MISMATCH", error: "x" },
  responseHeaders: { ...json, "x-stack-known-error": "EMAIL_PASSWORD_MISMATCH" }
}
const signOut: Given = { method: "DELETE", url: "/auth/sessions/current", body: {}, response: { success: true } }
const me: Given = { method: "GET", url: "/users/me", response: {} }
const own: Given = { url: "/own", response: {} }
const level = (level: string): Given => ({ headers: { "x-stack-access-type": level } })

const input = "{ email: \"person1@example.com\", password: \"password-1\" }"

describe("W6: the source of a test that repeats calls", () => {
  it("W6: a test of successful calls leaves a place for the expected result", () => {
    assert.deepStrictEqual(linesOf(tapeOf([me])), [
      "import { Tape } from \"latchkey/testing\"",
      "import { expect, test } from \"vitest\"",
      "",
      "test(\"the recorded calls do what they should\", async () => {",
      "  const replay = Tape.replay(tape)",
      "  const client = replay.client()",
      "",
      "  await client.calls.users.getMe()",
      "",
      "  // Every recorded call succeeded. State here what should be true instead.",
      "  expect.unreachable(\"Replace this line with what should be true.\")",
      "",
      "  replay.assertPlayed()",
      "})"
    ])
  })

  it("W6: a generated test follows the session of the recorded client, and ends with the error that the user saw", () => {
    assert.deepStrictEqual(linesOf(tapeOf([wrong, signIn, signOut, me, wrong])), [
      "import { Tape } from \"latchkey/testing\"",
      "import { expect, test } from \"vitest\"",
      "",
      "test(\"password.signIn succeeds\", async () => {",
      "  const replay = Tape.replay(tape)",
      "  let client = replay.client()",
      "",
      `  await expect(client.calls.password.signIn(${input})).rejects.toMatchObject({ code: "EMAIL_PASSWORD_MISMATCH" })`,
      `  client = replay.client({ tokenStore: await client.calls.password.signIn(${input}) })`,
      "  await client.calls.sessions.deleteCurrent()",
      "  client = replay.client({ tokenStore: \"memory\" })",
      "  await client.calls.users.getMe()",
      "  // failed during the recording: EMAIL_PASSWORD_MISMATCH (status 400)",
      `  await client.calls.password.signIn(${input})`,
      "",
      "  replay.assertPlayed()",
      "})"
    ])
  })

  it("W6: a test of one failed call has no other expectation", () => {
    assert.deepStrictEqual(linesOf(tapeOf([{ ...me, status: 404 }]), { title: "a \"user\" exists" }), [
      "import { Tape } from \"latchkey/testing\"",
      "import { test } from \"vitest\"",
      "",
      "test(\"a \\\"user\\\" exists\", async () => {",
      "  const replay = Tape.replay(tape)",
      "  const client = replay.client()",
      "",
      "  // failed during the recording: status 404",
      "  await client.calls.users.getMe()",
      "",
      "  replay.assertPlayed()",
      "})"
    ])
  })

  it("W6: calls of back ends and of dashboards each have their own client", () => {
    const lines = linesOf(tapeOf([
      { ...me, ...level("server") },
      { ...me, ...level("server") },
      { method: "GET", url: "/internal/projects", response: {}, ...level("admin") }
    ]))

    assert.deepStrictEqual(lines.slice(0, 12), [
      "import { createServer, createAdmin } from \"latchkey/promise\"",
      "import { Tape } from \"latchkey/testing\"",
      "import { expect, test } from \"vitest\"",
      "",
      "test(\"the recorded calls do what they should\", async () => {",
      "  const replay = Tape.replay(tape)",
      "  const server = createServer({ ...replay.project, fetch: replay.fetch })",
      "  const admin = createAdmin({ ...replay.project, fetch: replay.fetch })",
      "",
      "  await server.calls.users.get({ userId: \"me\" })",
      "  await server.calls.users.get({ userId: \"me\" })",
      "  await admin.calls.internalProjects.list()"
    ])
  })

  it("W6: a test creates only the clients that it uses", () => {
    const clientsOf = (...given: ReadonlyArray<Given>) =>
      linesOf(tapeOf(given)).filter((line) => /^import .*promise|^ {2}(?:let|const) (?!replay)/.test(line))
    const client = "  const client = replay.client()"
    const server = [
      "import { createServer } from \"latchkey/promise\"",
      "  const server = createServer({ ...replay.project, fetch: replay.fetch })"
    ]

    assert.deepStrictEqual(clientsOf(own), [])
    assert.deepStrictEqual(clientsOf({ ...own, ...level("server") }), [])
    assert.deepStrictEqual(clientsOf(own, me), [client])
    assert.deepStrictEqual(clientsOf({ ...me, ...level("server") }, { ...own, ...level("admin") }), server)
    assert.deepStrictEqual(clientsOf(me, { ...me, ...level("server") }), [server[0], client, server[1]])
    assert.deepStrictEqual(clientsOf({ ...me, ...level("other") }), [client])
    assert.deepStrictEqual(clientsOf(wrong, me), [client])
  })

  it("W6: a test imports expect only if it expects something", () => {
    const importOf = (...given: ReadonlyArray<Given>) => linesOf(tapeOf(given))[1]

    assert.strictEqual(importOf(me, wrong), "import { test } from \"vitest\"")
    assert.strictEqual(importOf(wrong, wrong), "import { expect, test } from \"vitest\"")
    assert.strictEqual(importOf(wrong, me), "import { expect, test } from \"vitest\"")
  })

  it("W6: a tape without requests makes a test that asks for what should be true", () => {
    const source = Tape.toTest(tapeOf([]))

    assert.include(source, "test(\"the recorded calls do what they should\"")
    assert.include(source, "expect.unreachable(")
    assert.match(source, /\nconst tape = Tape\.parse\(\{\n[^]*\n\}\)\n$/)
  })

  it("W6: a call is the one whose input the request has, with dates as dates", () => {
    const invitations = { method: "GET", response: { items: [] } }
    assert.deepStrictEqual(stepsOf({ ...invitations, url: `/team-invitations?team_id=${id}` }), [
      `await client.calls.teamInvitations.list({ teamId: "${id}" })`
    ])
    assert.deepStrictEqual(stepsOf({ ...invitations, url: "/team-invitations?user_id=me" }), [
      "await client.calls.teamInvitations.listReceived({ userId: \"me\" })"
    ])
    const key = { user_id: "me", description: "export", expires_at_millis: 1_775_001_600_000 }
    assert.include(
      stepsOf({ url: "/user-api-keys", body: key, response: {} })[0],
      "expiresAt: new Date(\"2026-04-01T00:00:00.000Z\")"
    )
  })

  it("W6: an error is expected as a client throws it", () => {
    const expectationOf = (given: Given, body: object, responseHeaders: object = {}) =>
      stepsOf({ ...given, status: 400, response: body, responseHeaders: { ...json, ...responseHeaders } }, me)[0]!
        .match(/toMatchObject\((.*)\)$/)?.[1]
    const named = (code: string) => ({ "x-stack-known-error": code })
    const mismatch = { code: "EMAIL_PASSWORD_MISMATCH", error: "x" }
    const callError = "{ _tag: \"CallError\" }"

    assert.strictEqual(
      expectationOf(signIn, mismatch, named("EMAIL_PASSWORD_MISMATCH")),
      "{ code: \"EMAIL_PASSWORD_MISMATCH\" }"
    )
    // a proxy removed the header
    assert.strictEqual(expectationOf(signIn, mismatch), "{ code: \"EMAIL_PASSWORD_MISMATCH\" }")
    // errors that any call can have are reasons of CallError, and so are those that the endpoint doesn't have
    for (const code of ["SCHEMA_ERROR", "TEAM_NOT_FOUND", "ADA_LEFT"]) {
      assert.strictEqual(expectationOf(signIn, { code, error: "x" }, named(code)), callError)
    }
    assert.strictEqual(expectationOf(signIn, {}), callError)
    const signUp = {
      url: "/auth/password/sign-up",
      body: { email: "a@b.c", password: "p", verification_callback_url: "http://localhost" }
    }
    const details = { message: "body.password must be at most 70 characters" }
    for (
      const [code, thrown] of [
        ["SCHEMA_ERROR", "PASSWORD_TOO_LONG"],
        ["USER_EMAIL_ALREADY_EXISTS", "USER_EMAIL_ALREADY_EXISTS"]
      ] as const
    ) {
      assert.strictEqual(
        expectationOf(signUp, { code, error: "x", details }, named(code)),
        `{ code: "${thrown}" }`
      )
    }
  })

  it("W6: a request without a matching client call is named in a comment", () => {
    const comment = (name: string) => [`// ${name}: make this request here. Clients have no such call in \`calls\`.`]
    assert.deepStrictEqual(stepsOf(own), comment("POST /hyb"))
    assert.deepStrictEqual(
      stepsOf({ method: "GET", url: "/payments/products/user/me", response: {} }),
      comment("products.list")
    )
    assert.deepStrictEqual(stepsOf({ ...signIn, body: { email: 5 } }), comment("password.signIn"))
    assert.deepStrictEqual(
      stepsOf({ method: "GET", url: "/payments/products/user/me", response: {}, ...level("server") }),
      ["await server.calls.products.listAny({ customerType: \"user\", customerId: \"me\" })"]
    )
  })

  const retried: ReadonlyArray<readonly [title: string, Given]> = [
    ["a lost connection", {
      ...own,
      response: undefined,
      failure: { lost: "TypeError: fetch failed", transient: true }
    }],
    ["status 429", { ...own, status: 429 }],
    ["status 500", { ...own, status: 500 }],
    ["another status in the platform's header", {
      ...own,
      responseHeaders: { ...json, "x-stack-actual-status": "503" }
    }],
    ["a rejected access token", {
      ...own,
      status: 401,
      responseHeaders: { ...json, "x-stack-known-error": "ACCESS_TOKEN_EXPIRED" }
    }]
  ]
  for (const [title, given] of retried) {
    it(`W6: an attempt with ${title} that is followed by the same call is left out`, () => {
      const count = (...given: ReadonlyArray<Given>) =>
        stepsOf(...given).filter((line) => line.startsWith("// POST")).length
      assert.strictEqual(count(given, own), 1)
      assert.strictEqual(count(own, given), 2)
      assert.strictEqual(count(given, given), 1)
      assert.strictEqual(count(given, { ...own, body: { a: 1 } }), 2)
      assert.strictEqual(count(given, { ...own, headers: { "x-stack-access-token": "other" } }), 1)
    })
  }

  it("W6: all other attempts are repeated, but not refreshes or requests without the platform's headers", () => {
    assert.lengthOf(stepsOf({ ...own, status: 499 }, own), 2)
    assert.lengthOf(stepsOf({ ...own, status: 404 }, own), 2)
    const refresh = { ...exchange({ url: "/auth/oauth/token", body: "grant_type=refresh_token&refresh_token=r" }) }
    const form = { "content-type": "application/x-www-form-urlencoded", "x-stack-access-type": "client" }
    const tape = conceal([
      { ...refresh, request: { ...refresh.request, headers: form } },
      { ...exchange(own), request: { ...exchange(own).request, headers: {} } },
      exchange(me)
    ])
    assert.deepStrictEqual(linesOf(tape).filter((line) => /await|make this request/.test(line)), [
      "  await client.calls.users.getMe()"
    ])
  })

  const failures: ReadonlyArray<readonly [NonNullable<Given["failure"]> | undefined, text: string]> = [
    [undefined, "no response"],
    [{ lost: "TypeError: fetch\n  failed", transient: true }, "TypeError: {{lost:1}}"],
    [{ lost: "TypeError: fetch failed", transient: true }, "TypeError: fetch failed"],
    [{ tooLargeFor: 7 }, "a response of more than 7 bytes"],
    [{ redirectStatus: 302 }, "a redirect with status 302"]
  ]
  for (const [failure, text] of failures) {
    it(`W6: a failure has the name ${text}`, () => {
      const failed: Given = { method: "GET", url: "/users/me", ...(failure === undefined ? {} : { failure }) }

      assert.deepStrictEqual(stepsOf(failed), [
        `// failed during the recording: ${text}`,
        "await client.calls.users.getMe()"
      ])
      assert.strictEqual(
        stepsOf(failed, { ...me, url: "/projects/current" })[0],
        "await expect(client.calls.users.getMe()).rejects.toMatchObject({ _tag: \"CallError\" })"
      )
    })
  }

  it("W6: an error of a sign-in changes no session, and neither does a call of a back end", () => {
    assert.notInclude(stepsOf(wrong, me).join(), "tokenStore")
    assert.notInclude(stepsOf({ ...signOut, status: 400 }, me).join(), "tokenStore")
    assert.notInclude(stepsOf({ ...signIn, ...level("server") }, me).join(), "tokenStore")
    assert.include(stepsOf(signOut, me).join(), "tokenStore")
  })

  it("W6: a call that returns one token of a session opens none", () => {
    assert.lengthOf(stepsOf({ url: "/auth/cli/poll", body: { polling_code: "p".repeat(45) }, response: {} }), 1)
    assert.notInclude(
      stepsOf({ url: "/auth/cli/poll", body: { polling_code: "p".repeat(45) }, response: {} }).join(),
      "tokenStore"
    )
  })

  it("W6: an error in the header of a response that succeeded is an error", () => {
    const given = { ...me, responseHeaders: { ...json, "x-stack-known-error": "USER_NOT_FOUND" } }

    assert.strictEqual(stepsOf(given)[0], "// failed during the recording: USER_NOT_FOUND (status 200)")
  })
})

describe("tape-4: the source of a test that calls a function", () => {
  const program = { name: "load", module: "./load.ts" }

  it("tape-4: a generated test passes the inputs of the recorded calls to the function", () => {
    assert.deepStrictEqual(linesOf(tapeOf([signIn, me, signIn]), { program }), [
      "import { Tape } from \"latchkey/testing\"",
      "import { test } from \"vitest\"",
      "import { load } from \"./load.ts\"",
      "",
      "test(\"load works\", async () => {",
      "  const replay = Tape.replay(tape)",
      "",
      "  // The inputs of the recorded calls. Replace them if the function has other parameters.",
      `  await replay.run(load, ${input}, ${input})`,
      "",
      "  replay.assertPlayed()",
      "})"
    ])
    assert.deepStrictEqual(linesOf(tapeOf([me]), { program, title: "it works" }).slice(4), [
      "test(\"it works\", async () => {",
      "  const replay = Tape.replay(tape)",
      "",
      "  await replay.run(load)",
      "",
      "  replay.assertPlayed()",
      "})"
    ])
  })

  it("tape-4: a generated test passes the recorded arguments to the function, and expects a result other than the recorded one", () => {
    const call = { arguments: ["a text", 1, { a_b: [null], "c d": true }], returned: { ok: false } }

    assert.deepStrictEqual(linesOf(tapeOf([me], call, ["arguments", "returned"]), { program }), [
      "import { Tape } from \"latchkey/testing\"",
      "import { expect, test } from \"vitest\"",
      "import { load } from \"./load.ts\"",
      "",
      "test(\"load works\", async () => {",
      "  const replay = Tape.replay(tape)",
      "",
      "  const result = await replay.run(load, \"a text\", 1, { a_b: [null], \"c d\": true })",
      "",
      "  // The function returned this during the recording.",
      "  expect(result).not.toEqual({ ok: false })",
      "  replay.assertPlayed()",
      "})"
    ])
  })

  it("tape-4: a generated test marks where to state the expected result, if the tape doesn't contain it", () => {
    const lines = linesOf(tapeOf([me], { arguments: [], returned: "a text" }), { program })
    assert.deepStrictEqual(lines.slice(7), [
      "  const result = await replay.run(load)",
      "",
      "  // State here what should be true of the result.",
      "  expect.unreachable(\"Replace this line with what should be true.\")",
      "  replay.assertPlayed()",
      "})"
    ])
    for (const returned of [null, undefined]) {
      assert.include(
        linesOf(tapeOf([me], { arguments: [], returned }), { program }),
        "  await replay.run(load)"
      )
    }
  })

  it("tape-4: a function with a name that the test can't use is imported under another name", () => {
    const importOf = (name: string) => linesOf(tapeOf([me]), { program: { name, module: "m" } })[2]
    const reserved =
      ("Tape expect replay result tape test arguments await break case catch class const continue debugger "
        + "default delete do else enum eval export extends false finally for function if implements import in instanceof "
        + "interface let new null package private protected public return static super switch this throw true try typeof "
        + "undefined var void while with yield").split(" ")
    for (const name of reserved) assert.strictEqual(importOf(name), `import { ${name} as program } from "m"`)
    for (const name of ["a b", "1a", "", "a-b"]) {
      assert.strictEqual(importOf(name), `import { ${JSON.stringify(name)} as program } from "m"`)
    }
    for (const name of ["load", "$a_1", "_", "Load"]) assert.strictEqual(importOf(name), `import { ${name} } from "m"`)
  })

  it("tape-4: a generated test contains the arguments as source code", () => {
    const written = (value: unknown) =>
      linesOf(tapeOf([me], { arguments: [value] as never }, ["arguments"]), { program })
        .find((line) => line.includes("replay.run"))
    const all: ReadonlyArray<readonly [value: unknown, source: string]> = [
      ["\"\n", "\"\\\"\\n\""],
      [[], "[]"],
      [{}, "{}"],
      [[1, "a"], "[1, \"a\"]"],
      [
        JSON.parse("{ \"__proto__\": 1, \"a-b\": 2, \"$c_1\": 3, \"1d\": 4 }"),
        "{ [\"__proto__\"]: 1, \"a-b\": 2, $c_1: 3, \"1d\": 4 }"
      ]
    ]
    for (const [value, source] of all) assert.strictEqual(written(value), `  await replay.run(load, ${source})`)
  })
})
