/** `latchkey emulator` as people run it: a process of its own. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { type AddressInfo, createServer as createTcpServer } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { Webhook } from "standardwebhooks"
import { afterAll, assert, describe, it } from "vitest"
import { defaultProject } from "../../layers/emulator/index.ts"

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), "latchkey-cli-"))
const children = new Set<ChildProcess>()

afterAll(() => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [
    "--conditions=latchkey-source",
    "--disable-warning=ExperimentalWarning",
    main,
    ...args
  ])
  children.add(child)
  let output = ""
  let errors = ""
  child.stderr.on("data", (part) => errors += part)
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (part) => {
      output += part
      const baseUrl = /listens at (\S+)\n/.exec(output)?.[1]
      if (baseUrl !== undefined) resolve(baseUrl)
    })
    child.once("exit", () => reject(new Error(`it ended: ${errors}`)))
  })
  listening.catch(() => {})
  const line = new Promise<string>((resolve) =>
    child.stdout.on("data", () => output.includes("\n") && resolve(output.slice(0, output.indexOf("\n"))))
  )
  const ended = once(child, "exit").then(([code]) => ({ code, output, errors }))
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { listening, line, ended, stop }
}

const emulator = (...args: ReadonlyArray<string>) => run("emulator", "--port", "0", ...args)

const server = {
  "x-stack-access-type": "server",
  "x-stack-project-id": defaultProject.id,
  "x-stack-secret-server-key": defaultProject.secretServerKey
}

const signal = <A>() => {
  let resolve: (value: A) => void = () => {}
  const promise = new Promise<A>((done) => resolve = done)
  return { promise, resolve }
}

const ask = async (url: string, method = "GET", json?: unknown) => {
  const response = await fetch(url, {
    method,
    headers: { ...server, ...(json === undefined ? {} : { "content-type": "application/json" }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) })
  })
  return { status: response.status, json: await response.json() as any }
}

const createUser = (baseUrl: string, email: string) =>
  ask(`${baseUrl}/api/v1/users`, "POST", { primary_email: email, primary_email_auth_enabled: true })

const emailsAt = async (baseUrl: string) =>
  (await ask(`${baseUrl}/api/v1/users`)).json.items.map((user: any) => user.primary_email)

const mailTo = (baseUrl: string, email: string) =>
  ask(`${baseUrl}/api/v1/auth/otp/send-sign-in-code`, "POST", { email, callback_url: "http://localhost:3000/handler" })

describe.concurrent("latchkey emulator", { timeout: 60_000 }, () => {
  it("keeps its state over an end by SIGTERM", async () => {
    const file = path.join(folder, "term.json")
    const first = emulator("--state", file)
    await createUser(await first.listening, "ann@example.com")

    const { code } = await first.stop("SIGTERM")

    const second = emulator("--state", file)
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(await emailsAt(await second.listening), ["ann@example.com"])
    await second.stop("SIGTERM")
  })

  it("loses nothing that was saved when it is killed", async () => {
    const file = path.join(folder, "kill.json")
    const first = emulator("--state", file, "--control")
    const baseUrl = await first.listening
    await createUser(baseUrl, "ann@example.com")
    assert.strictEqual((await ask(`${baseUrl}/emulator/control/state/save`, "POST", {})).status, 200)
    void createUser(baseUrl, "bob@example.com").catch(() => {})

    await first.stop("SIGKILL")

    const second = emulator("--state", file)
    assert.include(await emailsAt(await second.listening), "ann@example.com")
    await second.stop("SIGTERM")
  })

  it("says which port is taken, and ends with 2", async () => {
    const blocker = createTcpServer().listen(0, "127.0.0.1")
    await once(blocker, "listening")
    const { port } = blocker.address() as AddressInfo

    const { code, errors } = await run("emulator", "--port", String(port)).ended

    blocker.close()
    assert.strictEqual(code, 2)
    assert.include(errors, `Port ${port} is taken by another program.`)
  })

  it("says where a seed is wrong, and ends with 2", async () => {
    const file = path.join(folder, "seed.json")
    writeFileSync(file, JSON.stringify({ users: [{ email: "a@example.com" }, { email: 7 }], configg: {} }))

    const { code, errors } = await emulator("--seed", file).ended

    assert.strictEqual(code, 2)
    assert.include(errors, file)
    assert.match(errors, /users\[1\]\.email: .*string/i)
    assert.match(errors, /configg: /)
  })

  it("starts with the keys and users of its seed", async () => {
    const file = path.join(folder, "seeded.json")
    const projects = [{
      ...defaultProject,
      displayName: "Shop",
      users: [{ email: "ann@example.com", password: "correct horse" }]
    }]
    writeFileSync(
      file,
      JSON.stringify({ projects, accessTokenLifetime: "1 minute", internal: { displayName: "Owners" } })
    )
    const seeded = emulator("--seed", file)

    assert.deepStrictEqual(await emailsAt(await seeded.listening), ["ann@example.com"])

    await seeded.stop("SIGTERM")
  })

  it("refuses a damaged state and leaves it as it is", async () => {
    const file = path.join(folder, "damaged.json")
    writeFileSync(file, "{\"format\":\"latchkey-emulator-state\",\"version\":1")

    const { code, errors } = await emulator("--state", file).ended

    assert.strictEqual(code, 2)
    assert.include(errors, `The state file ${file} is damaged.`)
    assert.strictEqual(readFileSync(file, "utf8").length, 47)
  })

  it("answers the control API only when asked to", async () => {
    const plain = emulator()

    assert.strictEqual((await fetch(`${await plain.listening}/emulator/control/clock`)).status, 404)

    await plain.stop("SIGTERM")
  })

  it("says what listening beyond loopback means", async () => {
    const open = emulator("--host", "0.0.0.0")
    await open.listening

    const { output } = await open.stop("SIGTERM")

    assert.include(output, "everyone who reaches this machine can read its mails")
  })

  it("posts signed events, and again when they are not taken", async () => {
    const secret = `whsec_${Buffer.from("a secret of two dozen bytes").toString("base64")}`
    const posts: Array<{ headers: Record<string, string>; body: string }> = []
    const both = signal<void>()
    const receiver = createServer((request, response) => {
      let body = ""
      request.on("data", (part) => body += part).on("end", () => {
        posts.push({ headers: request.headers as Record<string, string>, body })
        response.writeHead(posts.length === 1 ? 503 : 204).end()
        if (posts.length === 2) both.resolve()
      })
    }).listen(0, "127.0.0.1")
    await once(receiver, "listening")
    const { port } = receiver.address() as AddressInfo
    const platform = emulator("--webhook", `http://127.0.0.1:${port}/hook`, "--webhook-secret", secret)

    await createUser(await platform.listening, "ann@example.com")
    await both.promise

    await platform.stop("SIGTERM")
    receiver.close()
    const [first, second] = posts
    const event = new Webhook(secret).verify(second!.body, second!.headers) as any
    assert.strictEqual(event.type, "user.created")
    assert.strictEqual(event.data.primary_email, "ann@example.com")
    assert.strictEqual(second!.headers["svix-signature"], second!.headers["webhook-signature"])
    assert.strictEqual(first!.headers["webhook-id"], second!.headers["webhook-id"])
  })

  it("hands mails to an SMTP server as well", async () => {
    const got = signal<string>()
    const mailServer = createTcpServer((socket) => {
      let inData = false
      let mail = ""
      socket.write("220 test\r\n")
      socket.on("error", () => {})
      socket.on("data", (part) => {
        const said = part.toString()
        if (inData) {
          mail += said
          if (!mail.endsWith("\r\n.\r\n")) return
          inData = false
          got.resolve(mail)
          return void socket.write("250 ok\r\n")
        }
        inData = /^DATA/i.test(said)
        socket.write(inData ? "354 go on\r\n" : /^QUIT/i.test(said) ? "221 bye\r\n" : "250 ok\r\n")
      })
    }).listen(0, "127.0.0.1")
    await once(mailServer, "listening")
    const platform = emulator("--smtp", `127.0.0.1:${(mailServer.address() as AddressInfo).port}`)

    await mailTo(await platform.listening, "ann@example.com")

    assert.include(await got.promise, "To: ann@example.com")
    await platform.stop("SIGTERM")
    mailServer.close()
  })

  it("goes on when the SMTP server is not there, and says so", async () => {
    const platform = emulator("--smtp", "127.0.0.1:1")
    const baseUrl = await platform.listening

    const { status } = await mailTo(baseUrl, "ann@example.com")

    assert.strictEqual(status, 200)
    const { json } = await ask(`${baseUrl}/emulator/outbox.json?address=ann@example.com`)
    assert.strictEqual(json.mails[0].kind, "signIn")
    await platform.stop("SIGTERM")
  })

  it("M5 tells programs in JSON where it listens and what its keys are", async () => {
    const platform = run("emulator", "--port", "0", "--json")
    const { baseUrl, ...rest } = JSON.parse(await platform.line)

    const response = await fetch(`${baseUrl}/api/v1/users`, { headers: server })

    await platform.stop("SIGTERM")
    assert.strictEqual(response.status, 200)
    assert.deepStrictEqual(rest, {
      schema: 1,
      command: "emulator",
      event: "listening",
      projectId: defaultProject.id,
      publishableClientKey: defaultProject.publishableClientKey,
      secretServerKey: defaultProject.secretServerKey,
      superSecretAdminKey: defaultProject.superSecretAdminKey,
      pages: `${baseUrl}/emulator`
    })
  })

  it("explains itself", async () => {
    const help = await run("emulator", "--help").ended
    const unknown = await run("emulate").ended

    assert.deepStrictEqual([help.code, unknown.code], [0, 2])
    assert.include(help.output, "--state FILE")
    assert.include(unknown.errors, "There is no command emulate.")
  })
})
