/** Tests that are generated from tapes. docs/laws.md W6. */
import { assert, describe, it } from "@effect/vitest"
import { signIn } from "../../../../examples/testing/signInMessage.ts"
import * as promises from "../../../../src/promise/index.ts"
import { Tape } from "../../../../src/testing/index.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"

const ada = { email: "ada@example.com", password: "correct horse battery", displayName: "Ada" }

/** Runs the source of a test file, and returns the outcome of its test. */
const outcomeOf = async (
  source: string,
  app: { readonly [module: string]: object } = {}
): Promise<{ readonly title: string; readonly error: unknown }> => {
  const written: Array<{ readonly title: string; readonly run: () => Promise<void> }> = []
  const vitest = await import("vitest")
  const modules: { readonly [name: string]: object } = {
    ...app,
    "latchkey/testing": { Tape },
    "latchkey/promise": promises,
    vitest: {
      expect: vitest.expect,
      test: (title: string, run: () => Promise<void>) => {
        written.push({ title, run })
      }
    }
  }
  // the source is JavaScript, apart from its imports
  const code = source.replace(
    /^import (\{.*\}) from (".*")$/gm,
    (_, names: string, module) => `const ${names.replace(" as ", ": ")} = require(${module})`
  )
  new Function("require", code)((name: string) => modules[name])
  assert.strictEqual(written.length, 1)
  const [{ run, title }] = written as [typeof written[number]]
  return { title, error: await run().then(() => undefined, (thrown: unknown) => thrown) }
}

/** Removes the line that fails until the test states the expected result. */
const asPlayed = (source: string): string => source.replace(/ {2}expect\.unreachable.*\n/, "  replay.assertPlayed()\n")

/** The function of the guide, with the bug that reports every failure as a wrong password. */
const signInWithBug = async (
  client: promises.SharedClient,
  form: { readonly email: string; readonly password: string }
): Promise<string> => {
  try {
    await client.signIn.withPassword(form)
    return "Welcome back!"
  } catch {
    return "Wrong email address or password."
  }
}

/** Signs in, and renames the user. Fails for names of one word. */
const rename = async (
  client: promises.SharedClient,
  form: { readonly email: string; readonly password: string },
  changes: { readonly displayName: string }
): Promise<string> => {
  await client.signIn.withPassword(form)
  const { displayName } = await client.currentUser.update(changes)
  return displayName!.split(",")[1]!.toUpperCase()
}

const fixedRename: typeof rename = async (client, form, changes) => {
  await client.signIn.withPassword(form)
  return (await client.currentUser.update(changes)).displayName!.toUpperCase()
}

overBothTransports((way) => {
  describe("a generated test", () => {
    /** Records a program of a promise client. */
    const recorded = async (
      run: (client: promises.LatchkeyClient) => Promise<unknown>,
      prepare?: (platform: Awaited<ReturnType<typeof way.start>>["platform"]) => void
    ) => {
      await using started = await way.start({ users: [ada] })
      prepare?.(started.platform)
      const recording = Tape.record({ fetch: (url, init) => started.platform.fetch(new Request(url, init)) })
      await using client = promises.createClient({
        ...started.options,
        fetch: recording.fetch,
        retryPolicy: { base: "1 millis" }
      })
      await run(client)
      return recording.tape()
    }

    it("W6: a generated test fails with the error that the user saw", async () => {
      const tape = await recorded(async (client) => {
        await client.signIn.withPassword({ email: ada.email, password: "wrong password" }).settled()
        await client.signIn.withPassword({ email: ada.email, password: ada.password })
        await client.currentUser.update({ displayName: "Ada L." })
        await client.teams.create({ displayName: "A", profileImageUrl: "https://example.com/a.png" }).settled()
        await client.signOut()
        await client.signIn.withPassword({ email: "eve@example.com", password: "secret horse" }).settled()
      })

      const source = Tape.toTest(tape)
      const { error, title } = await outcomeOf(source)

      assert.strictEqual(title, "password.signIn succeeds")
      assert.instanceOf(error, promises.EmailPasswordMismatch, source)
      assert.include(source, "// failed during the recording: EMAIL_PASSWORD_MISMATCH (status 400)")
      assert.notInclude(source, ada.password)
    })

    it("W6: a generated test whose calls all succeeded fails until it states the expected result", async () => {
      const tape = await recorded(async (client) => {
        await client.signIn.withPassword({ email: ada.email, password: ada.password })
        await client.currentUser.get()
      })

      const source = Tape.toTest(tape, { title: "the page shows the user's name" })
      const { error, title } = await outcomeOf(source)

      assert.strictEqual(title, "the page shows the user's name")
      assert.match(String(error), /Replace this line with what should be true/)
      const fixed = source.replace(/ {2}expect\.unreachable.*\n/, "  replay.assertPlayed()\n")
      assert.isUndefined((await outcomeOf(fixed)).error)
    })

    it("W6: a written test passes the errors that clients find in a body, in a schema error, or in no endpoint", async () => {
      const refused = (code: string, named: boolean, message: string) =>
        Response.json({ code, error: "x", details: { message } }, {
          status: 400,
          headers: named ? { "x-stack-known-error": code } : {}
        })
      const responses = [
        () => refused("EMAIL_PASSWORD_MISMATCH", false, ""),
        () => refused("SCHEMA_ERROR", true, "body.email must be text"),
        () => refused("ADA_LEFT", true, ""),
        () => refused("SCHEMA_ERROR", true, "body.password must be at most 70 characters")
      ]
      const tags: Array<unknown> = []
      const keep = (settled: promises.Settled<unknown, { readonly _tag: string }>) =>
        void tags.push(settled.ok ? undefined : settled.error._tag)
      const tape = await recorded(async (client) => {
        const form = { email: ada.email, password: ada.password }
        for (const _ of [1, 2, 3]) keep(await client.signIn.withPassword(form).settled())
        const verificationCallbackUrl = "http://localhost:3000/verify"
        keep(await client.signUp.withPassword({ ...form, verificationCallbackUrl }).settled())
        await client.currentProject.get()
      }, (platform) => platform.faults.add({ respond: () => responses.shift()!(), times: responses.length }))

      const { error } = await outcomeOf(asPlayed(Tape.toTest(tape)))

      assert.deepStrictEqual(tags, ["EmailPasswordMismatch", "CallError", "CallError", "PasswordTooLong"])
      assert.isUndefined(error)
    })

    it("W6: a generated test repeats the calls of a back end with the back end's client", async () => {
      await using started = await way.start({ users: [ada] })
      const recording = Tape.record({ fetch: (url, init) => started.platform.fetch(new Request(url, init)) })
      await using server = promises.createServer({ ...started.options, fetch: recording.fetch })
      const [user] = await server.users.list()
      await server.users.delete({ userId: user!.id })
      await server.calls.users.get({ userId: user!.id }).settled()

      const source = Tape.toTest(recording.tape())
      const { error, title } = await outcomeOf(source)

      assert.strictEqual(title, "users.get succeeds")
      assert.instanceOf(error, promises.UserNotFound, source)
      assert.notInclude(source, promises.reveal(started.options.secretServerKey))
    })

    it("W6: a generated test repeats a retried call once, in virtual time", async () => {
      const tape = await recorded(
        (client) => client.currentProject.get().settled(),
        (platform) => platform.faults.add({ respond: { type: "tooManyRequests", retryAfterSeconds: 0 }, times: 2 })
      )

      const source = Tape.toTest(tape)

      assert.strictEqual(tape.exchanges.length, 3)
      assert.strictEqual(source.split("calls.projects.getCurrent(").length, 2)
      assert.isUndefined(
        (await outcomeOf(source.replace(/ {2}expect\.unreachable.*\n/, "  replay.assertPlayed()\n"))).error
      )
    })

    it("W6: a generated test leaves out the refresh of a flow that changed the user", async () => {
      const tape = await recorded(async (client) => {
        await client.signIn.withPassword({ email: ada.email, password: ada.password })
        await client.currentUser.update({ displayName: "Ada L." })
        await client.currentUser.get()
      })

      const source = Tape.toTest(tape)

      assert.include(tape.exchanges.map(({ endpoint }) => endpoint), "oauth.refresh")
      assert.isUndefined(
        (await outcomeOf(source.replace(/ {2}expect\.unreachable.*\n/, "  replay.assertPlayed()\n"))).error
      )
    })

    it("tape-3: a generated test can be replayed after the emulator's clock is moved, however the client learnt of the expiry", async () => {
      await using started = await way.start({ users: [ada] })
      const recording = Tape.record({ fetch: (url, init) => started.platform.fetch(new Request(url, init)) })
      await using client = promises.createClient({ ...started.options, fetch: recording.fetch })
      await client.signIn.withPassword({ email: ada.email, password: ada.password })
      await client.currentUser.get()
      started.platform.clock.advance("2 hours")
      await client.currentUser.get()
      await client.currentUser.update({ displayName: "Ada L." })
      const tape = recording.tape()

      const { error } = await outcomeOf(asPlayed(Tape.toTest(tape)))
      const replay = Tape.replay(tape)
      await using again = replay.client()
      await again.signIn.withPassword({ email: ada.email, password: ada.password })
      await again.currentUser.get()
      await again.currentUser.get()
      await again.currentUser.update({ displayName: "Ada L." })

      assert.isUndefined(error)
      replay.assertPlayed()
    })

    it("tape-3: a replay follows the clock of a recorded client that refreshed its token after a jump of its clock", async () => {
      const tape = await recorded(async (client) => {
        await client.signIn.withPassword({ email: ada.email, password: ada.password })
        await client.currentUser.update({ displayName: "Ada L." })
        await client.currentUser.get()
      })
      const refresh = tape.exchanges.findIndex(({ endpoint }) => endpoint === "oauth.refresh")
      const { "access_token:2": second, ...standIns } = tape.standIns
      const { claims, header } = second!.jwt!
      const { exp, iat } = claims as { readonly exp: number; readonly iat: number }
      // the recording of fetch didn't see that the client's clock moved with the platform's
      const later = { ...Object(claims), exp: exp + 7200, iat: iat + 7200 }
      const moved = {
        ...tape,
        standIns: { ...standIns, "access_token:2": { jwt: { header, claims: later } } },
        exchanges: tape.exchanges.map((exchange, at) => at < refresh ? exchange : { ...exchange, took: 0 })
      }

      const { error } = await outcomeOf(asPlayed(Tape.toTest(moved)))

      assert.isUndefined(error)
    })

    it("W6: a generated test repeats a pause in which the token expired, and the refresh after it", async () => {
      const tape = await recorded(async (client) => {
        await client.signIn.withPassword({ email: ada.email, password: ada.password })
        await client.currentUser.update({ displayName: "Ada L." })
        await client.currentUser.get()
      })
      const refresh = tape.exchanges.findIndex(({ endpoint }) => endpoint === "oauth.refresh")
      const pause = 11 * 60
      const { "access_token:2": second, ...standIns } = tape.standIns
      const { claims, header } = second!.jwt!
      const { exp, iat } = claims as { readonly exp: number; readonly iat: number }
      const later = { ...Object(claims), exp: exp + pause, iat: iat + pause }

      const source = Tape.toTest({
        ...tape,
        standIns: { ...standIns, "access_token:2": { jwt: { header, claims: later } } },
        exchanges: tape.exchanges.map((exchange, at) =>
          at < refresh ? exchange : { ...exchange, at: exchange.at + pause * 1000 }
        )
      })

      assert.include(source, "\"oauth.refresh\"")
      assert.isUndefined(
        (await outcomeOf(source.replace(/ {2}expect\.unreachable.*\n/, "  replay.assertPlayed()\n"))).error
      )
    })

    /** A function of an app that doesn't expect users without a name. */
    const initials = async (client: promises.SharedClient) => {
      const user = await client.currentUser.get({ or: "throw" })
      return user.displayName!.split(" ").map((word) => word[0]).join("")
    }

    const fixedInitials = async (client: promises.SharedClient) =>
      (await client.currentUser.get({ or: "throw" })).displayName ?? ""

    const ofUserWithoutName = () =>
      recorded(async (client) => {
        await client.signUp.withPassword({
          email: "bob@example.com",
          password: "another long password",
          verificationCallbackUrl: "http://localhost:3000/verify"
        })
        await client.currentUser.get()
      })

    it("W6: a generated test calls the app's function, and passes when the function is fixed", async () => {
      const whole = await ofUserWithoutName()
      const tape = { ...whole, exchanges: whole.exchanges.slice(1) }

      const source = Tape.toTest(tape, { program: { name: "initials", module: "./initials.ts" } })
      const { error, title } = await outcomeOf(source, { "./initials.ts": { initials } })

      assert.strictEqual(title, "initials works")
      assert.instanceOf(error, TypeError)
      assert.isUndefined((await outcomeOf(source, { "./initials.ts": { initials: fixedInitials } })).error)
    })

    it("W6: a generated test fails if the app's function no longer makes the recorded calls", async () => {
      const tape = await ofUserWithoutName()

      const source = Tape.toTest(tape, { program: { name: "initials", module: "./initials.ts" } })
      const { error } = await outcomeOf(source, { "./initials.ts": { initials: async () => "" } })

      assert.instanceOf(error, Tape.TapeNotPlayed)
    })

    it("tape-4: a generated test calls a function with the inputs of the recorded calls, in order", async () => {
      const tape = await recorded((client) => rename(client, ada, { displayName: "Countess" }).catch(() => {}))

      const source = Tape.toTest(tape, { program: { name: "rename", module: "./rename.ts" } })
      const before = await outcomeOf(source, { "./rename.ts": { rename } })
      const after = await outcomeOf(source, { "./rename.ts": { rename: fixedRename } })

      assert.include(
        source,
        "replay.run(rename, { email: \"person1@example.com\", password: \"password-1\" }, { displayName: "
      )
      assert.instanceOf(before.error, TypeError)
      assert.isUndefined(after.error)
    })

    it("tape-4: a generated test calls a function with the arguments that the recording kept", async () => {
      await using started = await way.start({ users: [ada] })
      const recording = Tape.record({ fetch: (url, init) => started.platform.fetch(new Request(url, init)) })
      await using client = promises.createClient({ ...started.options, fetch: recording.fetch })
      const shout = async (
        client: promises.SharedClient,
        email: string,
        { password }: { readonly password: string },
        end: string
      ) => {
        await client.signIn.withPassword({ email, password })
        return `${email}${end}`.split("@")[2]!.toUpperCase()
      }
      await recording.run(shout, client, ada.email, { password: ada.password }, "!").catch(() => {})
      const tape = recording.tape()

      const source = Tape.toTest(tape, { program: { name: "shout", module: "./shout.ts" } })
      const before = await outcomeOf(source, { "./shout.ts": { shout } })
      const after = await outcomeOf(source, {
        "./shout.ts": {
          shout: async (...[client, email, { password }]: Parameters<typeof shout>) => {
            await client.signIn.withPassword({ email, password })
          }
        }
      })

      assert.deepStrictEqual(tape.call, {
        arguments: ["{{email:1}}", { password: "{{password:1}}" }, "{{arguments:1}}"]
      })
      assert.instanceOf(before.error, TypeError)
      assert.isUndefined(after.error)
      for (const secret of [ada.email, ada.password]) assert.notInclude(source, secret)
    })

    it("tape-4: a generated test of a function fails while the function returns what the user saw", async () => {
      await using started = await way.start({ users: [ada] })
      started.platform.faults.add({ respond: { type: "tooManyRequests", retryAfterSeconds: 3600 } })
      const fetch = (url: string, init: RequestInit) => started.platform.fetch(new Request(url, init))
      const recordedWith = async (options: Tape.RecordOptions) => {
        const recording = Tape.record({ fetch, ...options })
        await using client = promises.createClient({ ...started.options, fetch: recording.fetch })
        assert.strictEqual(await recording.run(signInWithBug, client, ada), "Wrong email address or password.")
        return Tape.toTest(recording.tape(), { program: { name: "signIn", module: "./signIn.ts" } })
      }

      const kept = await recordedWith({ keep: ["returned"] })
      const replaced = await recordedWith({})

      const outcome = (source: string, signIn: object) => outcomeOf(source, { "./signIn.ts": { signIn } })
      assert.match(String((await outcome(kept, signInWithBug)).error), /Wrong email address or password/)
      assert.isUndefined((await outcome(kept, signIn)).error)
      assert.match(String((await outcome(replaced, signIn)).error), /Replace this line with what should be true/)
      assert.isUndefined((await outcome(asPlayed(replaced), signIn)).error)
      assert.notInclude(replaced, "Wrong email")
    })

    it("tape-4: a generated test calls a function of a back end with the back end's client", async () => {
      await using started = await way.start({ users: [ada] })
      const recording = Tape.record({ fetch: (url, init) => started.platform.fetch(new Request(url, init)) })
      await using server = promises.createServer({ ...started.options, fetch: recording.fetch })
      const countUsers = async (server: promises.LatchkeyServer) => (await server.users.list()).length
      await countUsers(server)

      const source = Tape.toTest(recording.tape(), { program: { name: "countUsers", module: "./countUsers.ts" } })

      assert.isUndefined((await outcomeOf(source, { "./countUsers.ts": { countUsers } })).error)
    })

    for (const name of ["default", "tape", "not a name", "quoted \" name"]) {
      it(`W6: a generated test can call a function that is exported as ${name}`, async () => {
        const tape = { ...await ofUserWithoutName(), exchanges: [] }

        const source = Tape.toTest(tape, { program: { name, module: "./app.ts" } })

        assert.isUndefined((await outcomeOf(source, { "./app.ts": { [name]: async () => {} } })).error)
      })
    }

    it("W6: a generated test keeps a recorded field named __proto__", async () => {
      const { exchanges, ...rest } = await recorded((client) => client.currentProject.get())
      const json = JSON.parse("{ \"__proto__\": { \"a\": 1 } }")
      const tape = { ...rest, exchanges: [{ ...exchanges[0]!, response: { status: 200, body: { json } } }] }

      const source = Tape.toTest(tape)
      const inFile = new Function("Tape", source.slice(source.indexOf("const tape")) + "return tape")(Tape)

      assert.strictEqual(Tape.stringify(inFile), Tape.stringify(tape))
    })
  })
})
