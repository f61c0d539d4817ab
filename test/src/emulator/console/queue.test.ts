/** Emails, drafts and domains on the console's page of emails. */
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { startEmulator } from "../../../../src/emulator/index.ts"
import { createAdmin } from "../../../../src/promise/index.ts"
import { withMailServer } from "../../../support/platform/mailServers.ts"

const started = async () => {
  const platform = await startEmulator({
    ...withMailServer,
    pages: true,
    users: [{ email: "ada@example.com", password: "correct horse" }]
  })
  onTestFinished(() => platform.close())
  const admin = createAdmin({ ...platform.project, baseUrl: platform.baseUrl })
  onTestFinished(() => admin[Symbol.asyncDispose]())
  const [user] = platform.store.projects.get(platform.project.projectId)!.usersInOrder
  const url = `${platform.baseUrl}/emulator/outbox`
  return {
    platform,
    admin,
    user: user!,
    page: () => fetch(url).then((response) => response.text()),
    /** Sends a form, and returns the page that it redirects to. */
    press: async (fields: { readonly [name: string]: string }) => {
      const headers = { origin: platform.baseUrl }
      const body = new URLSearchParams(fields)
      const response = await fetch(url, { method: "POST", redirect: "manual", headers, body })
      return response.headers.get("location")
    },
    /** Returns the emails in the order in which they were sent. */
    emails: async () => (await admin.outbox.list()).items.toReversed()
  }
}

describe("the console's page of emails", () => {
  it("the console shows drafts, managed domains, and why emails were not sent", async () => {
    const platform = await startEmulator({
      ...withMailServer,
      pages: true,
      users: [{ email: "ada@example.com", password: "correct horse" }]
    })
    onTestFinished(() => platform.close())
    await using admin = createAdmin({ ...platform.project, baseUrl: platform.baseUrl })
    const [user] = platform.store.projects.get(platform.project.projectId)!.usersInOrder
    await admin.emailDrafts.create({ displayName: "Autumn <news>" })
    await admin.calls.managedOnboarding.setup({ subdomain: "mail.example.com", senderLocalPart: "hello" })
    await admin.emails.send({
      userIds: [user!.id],
      html: "<p>Later</p>",
      subject: "Later",
      scheduledAt: new Date(platform.clock.now().getTime() + 3_600_000)
    })
    await admin.emails.send({ userIds: [user!.id], html: "<p>Now</p>", subject: "Now" })

    platform.clock.advance("1 minute")
    const text = await fetch(`${platform.baseUrl}/emulator/outbox`).then((response) => response.text())

    assert.match(text, /ada@example\.com<\/td><td>Later<\/td><td>scheduled/)
    assert.match(text, /<td>Now<\/td><td>server-error<\/td><td>The mail server was not found/)
    assert.include(text, "Autumn &lt;news&gt;")
    assert.match(text, /hello@mail\.example\.com<\/td><td>verified/)
  })

  it("the console pauses, resumes, retries and cancels emails that were not sent", async () => {
    const { admin, emails, page, platform, press, user } = await started()
    await admin.emails.send({ userIds: [user.id], html: "<p>Now</p>", subject: "Now" })
    await admin.emails.send({
      userIds: [user.id],
      html: "<p>Later</p>",
      subject: "Later",
      scheduledAt: new Date(platform.clock.now().getTime() + 3_600_000)
    })
    const [failed, later] = await emails()
    const statusOf = async (id: string) => (await admin.outbox.get({ id })).status

    const statuses = []
    for (const action of ["pause", "resume", "cancel"]) {
      const location = await press({ do: action, email: later!.id })
      statuses.push([location, await statusOf(later!.id)])
    }
    const retried = await press({ do: "retry", email: failed!.id })
    const again = await fetch(`${platform.baseUrl}/emulator/outbox`, {
      method: "POST",
      headers: { origin: platform.baseUrl },
      body: new URLSearchParams({ do: "pause", email: later!.id })
    })
    const text = await page()

    assert.deepStrictEqual(statuses, [
      ["/emulator/outbox?notice=paused", "paused"],
      ["/emulator/outbox?notice=resumed", "scheduled"],
      ["/emulator/outbox?notice=canceled", "skipped"]
    ])
    assert.strictEqual(retried, "/emulator/outbox?notice=retried")
    assert.strictEqual(again.status, 422)
    assert.match(await again.text(), /<p class="notice bad">[^<]+/)
    assert.include(text, "Retry: Now")
    assert.notInclude(text, "Pause: Now")
    assert.notInclude(text, "Cancel: Later")
  })

  it("the console shows the sending capacity once the project has emails, and raises it for four hours", async () => {
    const { admin, page, press, user } = await started()
    assert.notInclude(await page(), "Sending capacity")
    await admin.emails.send({ userIds: [user.id], subject: "Hello", html: "<p>Hello</p>" })
    const before = await page()

    const location = await press({ do: "boost" })
    const after = await page()

    const { capacity } = await admin.emails.getDeliveryInfo()
    assert.match(before, /<strong>[1-9][\d.]*<\/strong> emails per second, [01] sent in 30 days/)
    assert.strictEqual(location, "/emulator/outbox?notice=boosted")
    assert.include(after, `<strong>${capacity.ratePerSecond.toFixed(1)}</strong>`)
    assert.deepStrictEqual([capacity.isBoostActive, after.includes("Boost for four hours")], [true, false])
  })

  it("the console finds emails by their address, subject and text, in upper or lower case", async () => {
    const { admin, page, platform, user } = await started()
    await admin.emails.send({ userIds: [user.id], subject: "Report", html: "<p>Numbers</p>" })
    await admin.emails.send({ userIds: [user.id], subject: "Greetings", html: "<p>Hello</p>" })
    assert.include(await page(), "Greetings")
    const found = async (q: string) => {
      const text = await fetch(`${platform.baseUrl}/emulator/outbox?q=${q}`).then((response) => response.text())
      return [...text.matchAll(/<h2>(Report|Greetings)<\/h2>/g)].map(([, subject]) => subject)
    }

    assert.deepStrictEqual(await found("rep"), ["Report"])
    assert.deepStrictEqual(await found("hello"), ["Greetings"])
    assert.deepStrictEqual(await found("ADA%40"), ["Greetings", "Report"])
    assert.deepStrictEqual(await found("nothing"), [])
  })

  it("the console shows a date once for all requests of a day", async () => {
    const { admin, platform } = await started()
    await admin.calls.users.list({})
    await admin.calls.users.list({})
    platform.clock.advance("1 day")
    await admin.calls.users.list({})

    const text = await fetch(`${platform.baseUrl}/emulator/requests`).then((response) => response.text())
    const [, rows = ""] = /<tbody>([\s\S]*)<\/tbody>/.exec(text) ?? []

    assert.deepStrictEqual(
      [...rows.matchAll(/<time[^>]*>(<span class="quiet">)?/g)].map(([, date]) => date !== undefined),
      [
        true,
        true,
        false
      ]
    )
  })
})
