import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as aiChat from "../../../src/admin/aiChat.ts"
import * as emailTemplates from "../../../src/admin/emailTemplates.ts"
import * as emailThemes from "../../../src/admin/emailThemes.ts"
import * as internalApiKeys from "../../../src/admin/internalApiKeys.ts"
import * as emails from "../../../src/server/emails.ts"
import { otherId, userId } from "../../support/contract/wireEntities.ts"
import { conversation, nothing } from "../../support/platform/conversation.ts"
import { json, knownError, plain } from "../../support/platform/scriptedTransport.ts"

const rendered = json({ html: "<p>Hi</p>", subject: "Hi" })

describe("admin.emailTemplates.preview", () => {
  it.effect("an email preview uses the project's theme on every revision, unless another theme is given", () =>
    Effect.gen(function*() {
      const flow = Effect.andThen(
        emailTemplates.preview({ tsxSource: "…" }),
        emailTemplates.preview({ templateId: otherId, themeId: false })
      )
      const required = plain(400, "Exactly one of theme_id or theme_tsx_source must be provided")
      const { requestLines } = yield* conversation("admin", flow, required, rendered)

      assert.deepStrictEqual(requestLines, [
        "POST /emails/render-email {\"template_tsx_source\":\"…\"}",
        "POST /emails/render-email {\"theme_id\":null,\"template_tsx_source\":\"…\"}",
        `POST /emails/render-email {"theme_id":false,"template_id":"${otherId}"}`
      ])
    }))

  it.effect("an email preview with neither a stored template nor a source, or with both, fails before any request", () =>
    Effect.gen(function*() {
      const none = yield* conversation("admin", emailTemplates.preview({}), nothing)
      const both = yield* conversation(
        "admin",
        emailTemplates.preview({ templateId: otherId, tsxSource: "…" }),
        nothing
      )

      for (const { failure } of [none, both]) {
        assert.deepStrictEqual(failure().reason.issues, [
          { path: "templateId", problem: "Expected either templateId or templateTsxSource" }
        ])
      }
    }))
})

describe("admin.emailThemes", () => {
  it.effect("an admin client previews an email theme with a built-in template, and saves the theme if it renders", () =>
    Effect.gen(function*() {
      const flow = Effect.andThen(
        emailThemes.preview({ tsxSource: "…" }),
        emailThemes.save({ themeId: otherId, tsxSource: "…" })
      )
      const { failure, requestLines } = yield* conversation(
        "admin",
        flow,
        rendered,
        knownError("EMAIL_RENDERING_ERROR", 400, { error: "no" })
      )

      assert.strictEqual(failure()._tag, "EmailRenderingError")
      assert.include(requestLines[0], "\"template_id\":\"e7d009ce-8d47-4528-b245-5bf119f2ffa3\"")
      assert.strictEqual(requestLines[1], `PATCH /internal/email-themes/${otherId} {"tsx_source":"…"}`)
    }))
})

describe("server.emails.send", () => {
  it.effect("emails.send returns the address of each recipient that has an address", () =>
    Effect.gen(function*() {
      const results = [{ user_id: userId, user_email: "ada@example.com" }, { user_id: otherId }]
      const { value } = yield* conversation(
        "server",
        emails.send({ userIds: [userId, otherId], subject: "Hi", html: "<p>Hi</p>" }),
        json({ results })
      )

      assert.deepStrictEqual(value().map(({ userEmail }) => userEmail), ["ada@example.com", undefined])
    }))

  it.effect("a server client sends an email draft to all users at a scheduled time, on platforms that support it", () =>
    Effect.gen(function*() {
      const scheduledAt = new Date(1_800_000_000_000)
      const { requestLines } = yield* conversation(
        "server",
        emails.send({ allUsers: true, draftId: otherId, scheduledAt, isHighPriority: true }),
        json({ results: [] })
      )

      assert.deepStrictEqual(JSON.parse(requestLines[0]!.replace("POST /emails/send-email ", "")), {
        all_users: true,
        draft_id: otherId,
        is_high_priority: true,
        scheduled_at_millis: 1_800_000_000_000
      })
    }))

  for (
    const content of [
      {},
      { html: "…", templateId: otherId },
      { html: "…", draftId: otherId },
      { html: "…", variables: {} },
      { draftId: otherId, variables: {} },
      { html: "…", allUsers: true }
    ]
  ) {
    it.effect(`sending an email with ${Object.keys(content).join(" and ") || "no content"} fails before any request`, () =>
      Effect.gen(function*() {
        const { failure } = yield* conversation(
          "server",
          emails.send({ userIds: [userId], ...content } as never),
          nothing
        )

        assert.strictEqual(failure().reason._tag, "InvalidInput")
      }))
  }
})

describe("admin.aiChat.ask", () => {
  const question = { role: "user", content: [{ type: "text", text: "Make it blue" }] }
  const answer = {
    content: [{
      type: "tool-call",
      toolName: "createEmailTheme",
      toolCallId: "1",
      args: { content: "const Blue = 1" },
      argsText: "",
      result: "ok"
    }]
  }
  const ask = aiChat.ask({ threadId: otherId, contextType: "email-theme", text: "Make it blue" })

  it.effect("an AI conversation continues from its saved messages, and saves the new question and response", () =>
    Effect.gen(function*() {
      const saved = [{ role: "user", content: "Hello" }, { some: "other program's note" }]
      const { requestLines, value } = yield* conversation(
        "admin",
        ask,
        json({ messages: saved }),
        json(answer),
        json({})
      )

      assert.strictEqual(aiChat.proposedSource(value()), "const Blue = 1")
      const sent = requestLines.map((
        line
      ) => [line.split(" ")[0], line.includes("{") ? JSON.parse(line.slice(line.indexOf("{"))) : {}])
      assert.deepStrictEqual(sent, [
        ["GET", {}],
        ["POST", { context_type: "email-theme", messages: [saved[0], question] }],
        ["PATCH", { message: question }],
        ["PATCH", { message: { role: "assistant", content: answer.content } }]
      ])
    }))

  it.effect("an AI conversation uses the AI endpoint of later platforms if necessary, and is still saved", () =>
    Effect.gen(function*() {
      const { requestLines, value } = yield* conversation(
        "admin",
        aiChat.ask({ threadId: otherId, contextType: "email-theme", text: "Make it blue", tools: ["a-tool"] }),
        json({ messages: [] }),
        plain(405, ""),
        json({ ...answer, finalText: "" }),
        json({})
      )

      assert.strictEqual(aiChat.proposedSource(value()), "const Blue = 1")
      assert.deepStrictEqual(requestLines.map((line) => line.split(" ").slice(0, 2).join(" ")), [
        `GET /internal/ai-chat/${otherId}`,
        `POST /internal/ai-chat/${otherId}`,
        "POST /ai/query/generate",
        `PATCH /internal/ai-chat/${otherId}`,
        `PATCH /internal/ai-chat/${otherId}`
      ])
      assert.deepStrictEqual(JSON.parse(requestLines[2]!.slice(requestLines[2]!.indexOf("{"))), {
        quality: "smart",
        speed: "fast",
        tools: ["a-tool"],
        systemPrompt: "email-assistant-theme",
        messages: [question]
      })
    }))

  it.effect("an AI conversation saves no messages if the AI model fails", () =>
    Effect.gen(function*() {
      const { failure, requestLines } = yield* conversation(
        "admin",
        ask,
        json({ messages: [] }),
        plain(500, "no model")
      )

      assert.strictEqual(failure().reason._tag, "HttpFailure")
      assert.strictEqual(requestLines.filter((line) => line.startsWith("PATCH")).length, 0)
    }))

  it("an AI conversation returns no theme source if the response of the AI model contains none", () => {
    assert.isUndefined(aiChat.proposedSource([{ type: "text", text: "Which blue?" }]))
  })
})

describe("admin.internalApiKeys", () => {
  it.effect("internalApiKeys.revoke revokes a project key set with a PATCH request", () =>
    Effect.gen(function*() {
      const key = {
        id: otherId,
        description: "CI",
        expires_at_millis: 5,
        created_at_millis: 0,
        manually_revoked_at_millis: 1
      }
      const { requestLines, value } = yield* conversation("admin", internalApiKeys.revoke({ id: otherId }), json(key))

      assert.strictEqual(internalApiKeys.whyInvalid(value(), new Date(9)), "expired")
      assert.deepStrictEqual(requestLines, [`PATCH /internal/api-keys/${otherId} {"revoked":true}`])
    }))
})
