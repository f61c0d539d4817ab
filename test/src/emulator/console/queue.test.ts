/** Emails, drafts and domains on the console's page of emails. */
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { startEmulator } from "../../../../src/emulator/index.ts"
import { createAdmin } from "../../../../src/promise/index.ts"
import { withMailServer } from "../../../support/mailServers.ts"

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
  }, 20_000)
})
