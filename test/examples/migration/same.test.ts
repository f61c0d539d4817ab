/**
 * Servers and tools of `examples/migration`: what they do before and after the move. The original code runs with a
 * stand-in for the platform's SDK, which sends its requests by plain `fetch`.
 */
import type { FastifyInstance } from "fastify"
import { mkdtempSync, rmSync } from "node:fs"
import type { AddressInfo, Server } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { createClient } from "../../../src/promise/index.ts"
import { startExample } from "../../support/processes/runExample.ts"
import { ada, platformFor, type Side, writesAt } from "./sides.ts"

const grace = { ...ada, email: "grace@example.com", displayName: "Grace" }

/** Runs a scenario with both sides, and asserts that the results are equal. Returns the result. */
const same = async <A>(scenario: (side: Side) => Promise<A>): Promise<A> => {
  const [before, after] = [await scenario("before"), await scenario("after")]
  assert.deepStrictEqual(after, before)
  return after
}

const load = <Module>(side: Side, file: string): Promise<Module> =>
  import(new URL(`../../../examples/migration/${side}/${file}.ts`, import.meta.url).href) as Promise<Module>

/** Runs a program of a side. The original finds the stand-in through a hook of Node. */
const run = (side: Side, file: string, env: { readonly [name: string]: string }) =>
  startExample(`migration/${side}/${file}`, {
    ...env,
    ...(side === "before" ? { NODE_OPTIONS: `--import ${new URL("wire/register.ts", import.meta.url)}` } : {})
  })

describe("examples/migration, before and after the move", () => {
  it("the Fastify admin API lists, renames and deletes users, creates teams, and rejects other requests with 401", async () => {
    const writes = await same(async (side) => {
      const { platform } = await platformFor([ada, grace])
      const { app } = await load<{ readonly app: FastifyInstance }>(side, "fastify/server")
      onTestFinished(() => app.close())
      await using admin = createClient(platform.project)
      await using other = createClient(platform.project)
      const { userId } = await admin.signIn.withPassword(ada)
      const { userId: otherId } = await other.signIn.withPassword(grace)
      const { accessToken } = await admin.authJson()
      const names = { [userId]: "ada", [otherId]: "grace" }
      const call = async (
        method: "DELETE" | "GET" | "PATCH" | "POST",
        url: string,
        payload?: object,
        token = accessToken
      ) => {
        const { body, statusCode } = await app.inject({
          method,
          url,
          ...(payload === undefined ? {} : { payload }),
          headers: token === null ? {} : { "x-stack-access-token": token }
        })
        return `${statusCode} ${body.replaceAll(/[0-9a-f-]{36}/g, (id) => names[id] ?? "team")}`
      }
      platform.requests.clear()

      assert.deepStrictEqual([await call("GET", "/me"), await call("GET", "/me", undefined, null)], [
        `200 {"id":"ada"}`,
        `401 {"error":"Sign in first."}`
      ])
      const responses = [
        await call("GET", "/me", undefined, "no token"),
        await call("GET", "/users"),
        await call("GET", `/users/${otherId}`),
        await call("PATCH", `/users/${otherId}`, { name: "Admiral" }),
        await call("GET", `/users/${otherId}`),
        await call("POST", "/teams", { name: "Readers", userId: otherId }),
        await call("GET", "/teams"),
        await call("DELETE", `/users/${otherId}`),
        await call("DELETE", `/users/${otherId}`),
        await call("GET", `/users/${otherId}`)
      ]
      return [...responses, ...writesAt(platform)]
    })

    assert.includeMembers([...writes], [
      `200 {"id":"grace","name":"Admiral","email":"grace@example.com"}`,
      `404 {"error":"There is no such user."}`,
      "POST /team-memberships/{team_id}/{user_id} 201"
    ])
  })

  it("the Express server rejects requests without a session with 401, and the script creates a user and lists all users", async () => {
    const [statuses, names] = await same(async (side) => {
      const { platform } = await platformFor()
      const { app } = await load<{ readonly app: { listen: (...args: Array<unknown>) => Server } }>(
        side,
        "back-end/server"
      )
      const { invite } = await load<{ readonly invite: (email: string) => Promise<ReadonlyArray<string>> }>(
        side,
        "back-end/admin"
      )
      const server: Server = await new Promise((resolve) => {
        const started = app.listen(0, "127.0.0.1", () => resolve(started))
      })
      onTestFinished(() => void server.close())
      await using client = createClient(platform.project)
      await client.signIn.withPassword(ada)
      const { accessToken } = await client.authJson()
      const status = async (token: string | undefined) => {
        const headers = token === undefined ? {} : { "x-stack-access-token": token }
        return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/notes`, { headers })).status
      }
      return [
        [await status(accessToken!), await status("no token"), await status(undefined)],
        [...await invite(grace.email)].toSorted(),
        writesAt(platform)
      ]
    })

    assert.deepStrictEqual(statuses, [200, 401, 401])
    assert.deepStrictEqual(names, ["Ada", grace.email])
  })

  it.each([[ada.password, 0], ["wrong", 1]])(
    "the tool with the password %s exits with code %s",
    async (password, code) => {
      const ended = await same(async (side) => {
        const { platform, settings } = await platformFor()
        const { code, output } = await run(side, "tool/main.ts", { ...settings, EMAIL: ada.email, PASSWORD: password })
          .end()
        if (code === 1) assert.match(output, /wrong e-?mail or password/i)
        // each SDK has its own words for a refused sign-in
        return { code, output: code === 0 ? output : "", writes: writesAt(platform) }
      })

      assert.strictEqual(ended.code, code)
    }
  )

  it("the tool signs in through the browser once, and is signed in on its next run", async () => {
    const outputs = await same(async (side) => {
      const { platform, settings } = await platformFor()
      const folder = mkdtempSync(path.join(tmpdir(), "same-"))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const env = { ...settings, APP_URL: "https://app.example.com", SESSION_FILE: path.join(folder, "session.json") }
      await using browser = createClient(platform.project)
      await browser.signIn.withPassword(ada)
      const first = run(side, "tool/login.ts", env)
      const [, url] = await first.prints(/Open (\S+)/)
      await browser.cliLogin.confirm({ loginCode: new URL(url!).searchParams.get("login_code")! })
      const ended = await first.end()
      const next = await run(side, "tool/login.ts", env).end()
      return [ended.code, ended.output.replace(/login_code=\w+/, "login_code=…"), next]
    })

    assert.deepStrictEqual(outputs.at(-1), { code: 0, output: "You are ada@example.com\n" })
  })

  it("the tool that creates app objects in a function runs its commands as the user of a refresh token", async () => {
    const result = await same(async (side) => {
      const { platform, settings } = await platformFor([ada, grace])
      await using browser = createClient(platform.project)
      await browser.signIn.withPassword(ada)
      const { refreshToken } = await browser.authJson()
      platform.requests.clear()
      const command = async (name: string, value = "") =>
        (await run(side, "team-tool/main.ts", {
          ...settings,
          COMMAND: name,
          VALUE: value,
          REFRESH_TOKEN: refreshToken ?? ""
        }).end()).output
      return [
        await command("whoami"),
        await command("create", "Readers"),
        await command("teams"),
        await command("promote", grace.email),
        await command("logout"),
        await command("whoami"),
        ...writesAt(platform)
      ]
    })

    assert.deepStrictEqual(result, [
      "You are Ada\n",
      "Created Readers\n",
      "Readers\n",
      "",
      "Signed out.\n",
      "Sign in first.\n",
      "POST /teams 201",
      "PATCH /users/me 200",
      "PATCH /users/{user_id} 200",
      "DELETE /auth/sessions/current 200"
    ])
  })
})
