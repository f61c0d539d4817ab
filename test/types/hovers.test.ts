import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import * as path from "node:path"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath, pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import { compiled } from "../support/processes/compiled.ts"
import type * as samples from "./samples.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Returns the type of each export in the form in which the compiler prints it and an editor shows it. */
const displayed = async (file: string): Promise<{ readonly [name: string]: string }> => {
  const { folder } = await compiled()
  const text = readFileSync(path.join(folder, "dist", file.replace(/ts$/, "d.ts")), "utf8")
  const types = [...text.matchAll(/^export declare const (\w+): ([^;]*);/gm)]
  return Object.fromEntries(types.map(([, name, type]) => [name!, type!.replace(/import\("[^"]*"\)\./g, "")]))
}

/** Returns the documentation that an editor's language server shows for hooks, flows and options in a file. */
const documented = async (file: string) => {
  const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc")
  const server = spawn(process.execPath, [tsc, "--lsp", "--stdio"], { cwd: root, stdio: ["pipe", "pipe", "ignore"] })
  try {
    const send_ = conversation(server.stdin, server.stdout)
    await send_("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(root).href,
      capabilities: hoversInMarkdown
    })
    send_("initialized", {})
    const text = readFileSync(path.join(root, file), "utf8")
    const uri = pathToFileURL(path.join(root, file)).href
    send_("textDocument/didOpen", { textDocument: { uri, languageId: "typescript", version: 1, text } })
    const shown: Array<{ readonly name: string; readonly line: number; readonly documentation: string }> = []
    for (const [line, content] of text.split("\n").entries()) {
      for (const { 0: name, index } of content.matchAll(/\buse[A-Z]\w+|\bor(?=:)|\bget(?=\()/g)) {
        const hover = await send_("textDocument/hover", { textDocument: { uri }, position: { line, character: index } })
        const markdown = (hover as { readonly contents: { readonly value: string } }).contents.value
        shown.push({ name, line: line + 1, documentation: markdown.replace(/^```[^]*?\n```/, "").trim() })
      }
    }
    return shown
  } finally {
    server.kill()
  }
}

const hoversInMarkdown = { textDocument: { hover: { contentFormat: ["markdown"] } } }

interface Received {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly items?: ReadonlyArray<unknown> }
  readonly result?: unknown
}

/** Sends messages of the language server protocol. A notification gets no response. */
const conversation = (to: Writable, from: Readable) => {
  const waiting = new Map<number, (result: unknown) => void>()
  let count = 0
  let rest = Buffer.alloc(0)
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message })
    to.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  const receive = ({ id, method, params, result }: Received) => {
    if (id === undefined) return
    // the server's requests, such as those for settings, get an empty response
    if (method !== undefined) return send({ id, result: params?.items?.map(() => null) ?? null })
    waiting.get(id)?.(result)
    waiting.delete(id)
  }
  from.on("data", (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = rest.indexOf("\r\n\r\n")
      const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, Math.max(head, 0)).toString())?.[1])
      if (head < 0 || rest.length < head + 4 + length) return
      const body = rest.subarray(head + 4, head + 4 + length).toString()
      rest = rest.subarray(head + 4 + length)
      receive(JSON.parse(body))
    }
  })
  return (method: string, params: object): Promise<unknown> => {
    if (/^initialized$|\/did/.test(method)) return Promise.resolve(send({ method, params }))
    const id = ++count
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      send({ id, method, params })
    })
  }
}

describe("what an editor shows", () => {
  it("types shown by an editor are short: the result, the errors by name and the level", async () => {
    assert.deepStrictEqual(
      await displayed("test/types/samples.ts"),
      {
        signIn: "Effect.Effect<Tokens, "
          + "CallError | EmailNotVerified | EmailPasswordMismatch | MultiFactorAuthenticationRequired | "
          + "PasswordAuthenticationNotEnabled | PasswordTooLong, "
          + "ClientAccess>",
        getMe: "Effect.Effect<User, CallError | CannotGetOwnUserWithoutUser, ClientAccess>",
        list: "Effect.Effect<PageResponse<ServerUser>, CallError, ServerAccess>",
        createTeam: "Effect.Effect<Team, "
          + "CallError | CannotGetOwnUserWithoutUser | PermissionNotFound | ProjectPermissionRequired | TeamAlreadyExists | "
          + "UserAuthenticationRequired | UserNotFound, ClientAccess>",
        deleteUser: "Effect.Effect<Success, CallError | CannotGetOwnUserWithoutUser | UserNotFound, ServerAccess>",
        set: "Effect.Effect<void | Success, CallError | PasswordAuthenticationNotEnabled, ClientAccess>",
        names: "Effect.Effect<(string | null)[], CallError, ServerAccess>",
        promisedMe:
          "CallPromise<User, CallError | CannotGetOwnUserWithoutUser | CodeNotLoaded | InvalidConfiguration | HostError>",
        promisedUser: "CallPromise<User, CallError | InvalidConfiguration | NotSignedIn | HostError>",
        settledUser: "Promise<Settled<ServerUser, "
          + "CallError | CannotGetOwnUserWithoutUser | InvalidConfiguration | UserNotFound | HostError>>",
        streamed: "CallIterable<ServerUser, CallError | InvalidConfiguration | NextPageLost | HostError>",
        effectUser: "Effect.Effect<User, CallError | NotSignedIn, ClientAccess | Session>",
        effectAnonymous: "Effect.Effect<User, "
          + "AnonymousAccountsNotEnabled | CallError | CookiesBlocked | PermissionNotFound, "
          + "ClientAccess | Session>"
      } satisfies { readonly [Name in keyof typeof samples]: string }
    )
  })

  it("every hook, flow and option has documentation in the editor", async () => {
    const file = "test/types/hooks.ts"
    const shown = await documented(file)

    assert.deepStrictEqual(shown.filter(({ documentation }) => documentation === ""), [])
    const hooks = Object.keys(await import("../../react/index.ts")).filter((name) => name.startsWith("use"))
    assert.includeMembers(shown.map(({ name }) => name), [...hooks, "or", "get"])
  })
})
