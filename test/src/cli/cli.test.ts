/**
 * `latchkey emulator`. If it should listen, it runs as a separate process. If it should fail to start, it runs
 * in-process.
 */
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net"
import * as path from "node:path"
import { Webhook } from "standardwebhooks"
import { afterAll, assert, beforeAll, describe, it, onTestFinished } from "vitest"
import { defaultProject } from "../../../src/emulator/index.ts"
import { createClient } from "../../../src/promise/index.ts"
import { commandIn } from "../../support/processes/command.ts"
import { ask, createUser, emailsAt, emulatorOf, serverHeaders } from "./emulatorProcess.ts"

const at = commandIn()

const { refuse, start } = emulatorOf(at)

const signal = <A>() => {
  let resolve: (value: A) => void = () => {}
  const promise = new Promise<A>((done) => resolve = done)
  return { promise, resolve }
}

const mailTo = (baseUrl: string, email: string) =>
  ask(`${baseUrl}/api/v1/auth/otp/send-sign-in-code`, "POST", { email, callback_url: "http://localhost:3000/handler" })

const secret = `whsec_${Buffer.from("a secret of two dozen bytes").toString("base64")}`

describe("latchkey emulator, before it listens", () => {
  it("the emulator reports a port that is in use, and exits with 2", async () => {
    const blocker = createTcpServer().listen(0, "127.0.0.1")
    await once(blocker, "listening")
    const { port } = blocker.address() as AddressInfo

    const { code, errors } = await at.runHere(["emulator", "--port", String(port)])

    blocker.close()
    assert.strictEqual(code, 2)
    assert.include(errors, `Port ${port} is in use by another program.`)
  })

  it("the emulator reports the problems of a seed, and exits with 2", async () => {
    const file = path.join(at.folder, "seed.json")
    writeFileSync(file, JSON.stringify({ users: [{ email: "a@example.com" }, { email: 7 }], configg: {} }))

    const { code, errors } = await refuse("--seed", file)

    assert.strictEqual(code, 2)
    assert.include(errors, file)
    assert.match(errors, /users\[1\]\.email: .*string/i)
    assert.match(errors, /configg: /)
  })

  it("the emulator rejects a damaged state file without changing it", async () => {
    const file = path.join(at.folder, "damaged.json")
    writeFileSync(file, "{\"format\":\"latchkey-emulator-state\",\"version\":1")

    const { code, errors } = await refuse("--state", file)

    assert.strictEqual(code, 2)
    assert.include(errors, `The state file ${file} is damaged.`)
    assert.strictEqual(readFileSync(file, "utf8").length, 47)
  })

  it("M7: the emulator command accepts no secret as an argument, and names the alternatives", async () => {
    const webhook = ["--webhook", "http://127.0.0.1:9/hook"]

    const flag = await refuse(...webhook, "--webhook-secret", secret)
    const inAddress = await refuse("--webhook", "http://ann:hunter2@127.0.0.1:9/hook")
    const inServer = await refuse("--smtp", "ann:hunter2@127.0.0.1:9")

    assert.deepStrictEqual([flag.code, inAddress.code, inServer.code], [2, 2, 2])
    assert.include(
      flag.errors,
      "Set LATCHKEY_WEBHOOK_SECRET, or pass a file that holds the secret: --webhook-secret-file FILE."
    )
    assert.include(inAddress.errors, "--webhook needs a URL without a user name or password")
    for (const { errors } of [flag, inAddress, inServer]) assert.notMatch(errors, /hunter2|whsec_/)
  })

  it("the emulator command rejects an invalid webhook secret without repeating it", async () => {
    const webhook = ["--webhook", "http://127.0.0.1:9/hook", "--webhook-secret-file"]
    const file = path.join(at.folder, "short")
    writeFileSync(file, "whsec_c2hvcnQ=")

    const missing = await refuse(...webhook, path.join(at.folder, "nowhere"))
    const short = await refuse(...webhook, file)

    assert.deepStrictEqual([missing.code, short.code], [2, 2])
    assert.match(missing.errors, /nowhere cannot be read \(ENOENT\)/)
    assert.include(short.errors, "The webhook secret must be 24 to 64 bytes in base64")
    assert.notInclude(short.errors, "c2hvcnQ")
  })

  it("the emulator command prints help, and suggests a command for a misspelt command", async () => {
    const help = await at.runHere(["emulator", "--help"])
    const unknown = await at.runHere(["emulate"])

    assert.deepStrictEqual([help.code, unknown.code], [0, 2])
    assert.include(help.output, "--state FILE")
    assert.include(unknown.errors, "There is no command emulate.")
  })
})

describe("a running latchkey emulator", () => {
  const posts: Array<{ readonly headers: IncomingHttpHeaders; readonly body: string }> = []
  const posted = signal<void>()
  const mailed = signal<string>()
  let receiver: Server
  let mailServer: TcpServer
  let running: ReturnType<typeof start>
  let started: { readonly baseUrl: string; readonly [field: string]: unknown }

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = ""
      request.on("data", (part) => body += part).on("end", () => {
        posts.push({ headers: request.headers, body })
        response.writeHead(posts.length === 1 ? 503 : 204).end()
        if (posts.length === 2) posted.resolve()
      })
    }).listen(0, "127.0.0.1")
    mailServer = createTcpServer((socket) => {
      let inData = false
      let mail = ""
      socket.write("220 test\r\n")
      socket.on("error", () => {})
      socket.on("data", (part) => {
        const text = part.toString()
        if (inData) {
          mail += text
          if (!mail.endsWith("\r\n.\r\n")) return
          inData = false
          mailed.resolve(mail)
          return void socket.write("250 ok\r\n")
        }
        inData = /^DATA/i.test(text)
        socket.write(inData ? "354 go on\r\n" : /^QUIT/i.test(text) ? "221 bye\r\n" : "250 ok\r\n")
      })
    }).listen(0, "127.0.0.1")
    await Promise.all([once(receiver, "listening"), once(mailServer, "listening")])
    const portOf = (server: TcpServer) => (server.address() as AddressInfo).port

    const seed = path.join(at.folder, "seeded.json")
    const projects = [{
      ...defaultProject,
      displayName: "Shop",
      users: [{ email: "ann@example.com", password: "correct horse" }]
    }]
    writeFileSync(
      seed,
      JSON.stringify({ projects, accessTokenLifetime: "1 minute", internal: { displayName: "Owners" } })
    )
    const secretFile = path.join(at.folder, "secret")
    writeFileSync(secretFile, `${secret}\n`)
    running = start([
      ...["--json", "--seed", seed],
      ...["--smtp", `127.0.0.1:${portOf(mailServer)}`],
      ...["--webhook", `http://127.0.0.1:${portOf(receiver)}/hook`, "--webhook-secret-file", secretFile]
    ])
    started = JSON.parse((await running.says(/^.*\n/))[0])
  })

  afterAll(async () => {
    await running.stop("SIGTERM")
    receiver.close()
    mailServer.close()
  })

  it("M5: the emulator command prints its URL and keys as JSON", async () => {
    const { baseUrl, ...rest } = started

    const response = await fetch(`${baseUrl}/api/v1/users`, { headers: serverHeaders })

    assert.strictEqual(response.status, 200)
    assert.deepStrictEqual(rest, {
      schema: 1,
      command: "emulator",
      event: "listening",
      projectId: defaultProject.id,
      publishableClientKey: defaultProject.publishableClientKey,
      secretServerKey: defaultProject.secretServerKey,
      superSecretAdminKey: defaultProject.superSecretAdminKey,
      pages: `${baseUrl}/emulator`,
      users: [{ email: "ann@example.com", password: "correct horse" }]
    })
  })

  it("the emulator uses the keys and users of its seed", async () => {
    assert.deepStrictEqual(await emailsAt(started.baseUrl), ["ann@example.com"])
  })

  it("the emulator disables the control API by default", async () => {
    assert.strictEqual((await fetch(`${started.baseUrl}/emulator/control/clock`)).status, 404)
  })

  it("the emulator sends webhook events signed with the secret from a file, and retries failed deliveries", async () => {
    await createUser(started.baseUrl, "bob@example.com")
    await posted.promise

    const [first, second] = posts
    const event = new Webhook(secret).verify(second!.body, second!.headers as Record<string, string>) as any
    assert.strictEqual(event.type, "user.created")
    assert.strictEqual(event.data.primary_email, "bob@example.com")
    assert.strictEqual(second!.headers["svix-signature"], second!.headers["webhook-signature"])
    assert.strictEqual(first!.headers["webhook-id"], second!.headers["webhook-id"])
  })

  it("the emulator sends emails to an SMTP server as well", async () => {
    await mailTo(started.baseUrl, "ann@example.com")

    assert.include(await mailed.promise, "To: ann@example.com")
  })
})

describe("latchkey emulator with a program", () => {
  it("the emulator command runs the program with its arguments, and exits with its exit code", async () => {
    const { code, output } = await start([
      "--",
      process.execPath,
      "-e",
      "process.exitCode = process.argv.length",
      "two",
      "--three"
    ]).ended

    assert.strictEqual(code, 3)
    assert.include(output, "The emulator listens on ")
  })

  it("stopping the emulator command ends its program", async () => {
    const emulator = start([
      "--",
      process.execPath,
      "-e",
      "console.log(`pid ${process.pid}.`); setInterval(() => {}, 1000)"
    ])
    const [, pid] = await emulator.says(/pid (\d+)\./)

    const { code } = await emulator.stop("SIGTERM")

    assert.strictEqual(code, 0)
    assert.throws(() => process.kill(Number(pid), 0), "ESRCH")
  })

  it("the emulator command fails if its program cannot be started", async () => {
    const { code, errors } = await start(["--", "no-such-program"]).ended

    assert.strictEqual(code, 2)
    assert.include(errors, "latchkey: no-such-program cannot be started: ")
  })
})

describe("latchkey emulator without flags", () => {
  for (
    const [framework, file, names] of [
      ["next", ".env.local", ["NEXT_PUBLIC_HEXCLAVE_PROJECT_ID", "HEXCLAVE_SECRET_SERVER_KEY"]],
      ["vite", ".env.local", ["VITE_HEXCLAVE_PROJECT_ID"]],
      ["express", ".env", ["HEXCLAVE_PROJECT_ID", "HEXCLAVE_SECRET_SERVER_KEY"]]
    ] as const
  ) {
    it(`the emulator command prints settings for a ${framework} project, which doctor accepts, and creates a user who can sign in`, async () => {
      const here = commandIn(onTestFinished)
      writeFileSync(path.join(here.folder, "package.json"), JSON.stringify({ dependencies: { [framework]: "*" } }))
      const emulator = here.start(["emulator", "--port", "0"])
      const [text, block] = await emulator.says(/[^]*Settings for the app, in \S+:\n\n((?:\S+=\S+\n)+)/)
      writeFileSync(path.join(here.folder, file), block!)

      const { output } = await here.runHere(["doctor"])

      assert.include(text, `in ${file}:`)
      for (const name of names) assert.include(block, `${name}=`)
      assert.notMatch(block!, /(?:VITE|PUBLIC)_\w*SECRET|ADMIN/)
      assert.match(output, /^✓ Platform /m)
      const baseUrl = /listens on (\S+)/.exec(text)![1]!
      const [, email, password] = /Sign in as +(\S+), password: (.+)/.exec(text)!
      await using client = createClient({ ...defaultProject, projectId: defaultProject.id, baseUrl })
      await client.signIn.withPassword({ email: email!, password: password! })
      assert.strictEqual((await client.currentUser.get({ or: "throw" })).primaryEmail, email)
      await emulator.stop("SIGTERM")
    })
  }

  it("the emulator serves its console on loopback only", async () => {
    const { code, errors } = await refuse("--open", "--host", "0.0.0.0")

    assert.strictEqual(code, 2)
    assert.include(errors, "--open works only if the emulator listens on loopback, and --host is 0.0.0.0.")
  })
})

describe("latchkey emulator on a network address", () => {
  it("the emulator warns if it listens on a network address, and keeps running without its SMTP server", async () => {
    const open = start(["--host", "0.0.0.0", "--smtp", "127.0.0.1:1"])
    const baseUrl = await open.listening()

    const { status } = await mailTo(baseUrl, "ann@example.com")

    assert.strictEqual(status, 200)
    const { json } = await ask(`${baseUrl}/emulator/outbox.json?address=ann@example.com`)
    assert.strictEqual(json.mails[0].kind, "signIn")
    await open.says(/An email could not be sent to 127\.0\.0\.1:1/)
    const { output } = await open.stop("SIGTERM")
    assert.include(output, "Anyone who can connect can read its emails")
  })
})
