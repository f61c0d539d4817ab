/** Emails that project owners draft, pause, retry and cancel, and session replays. In-process and over a port. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as SessionReplays from "../../../schemas/endpoints/sessionReplays.ts"
import * as emailDrafts from "../../../src/admin/emailDrafts.ts"
import * as emails from "../../../src/admin/emails.ts"
import { sessionReplays } from "../../../src/admin/index.ts"
import * as managedDomains from "../../../src/admin/managedDomains.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import * as emailOutbox from "../../../src/server/emailOutbox.ts"
import * as users from "../../../src/server/users.ts"
import { withMailServer } from "../../support/platform/mailServers.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asAdmin, signUp } from "../emulator/support/support.ts"

const id = "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d"

overBothTransports(({ emulated }) => {
  describe("the outbox", () => {
    it.live("an admin client pauses, resumes, corrects, retries and cancels emails", () =>
      Effect.gen(function*() {
        const user = yield* users.create({ primaryEmail: "bob@example.com" })
        const scheduledAt = new Date(4_102_444_800_000)
        yield* emails.send({ userIds: [user.id], html: "<p>Hi</p>", subject: "Hi", scheduledAt })
        const [email] = (yield* emailOutbox.list({ status: "scheduled" })).items

        const statuses = [
          (yield* emailOutbox.pause(email!)).status,
          (yield* emailOutbox.resume(email!)).status,
          (yield* emailOutbox.retry(email!)).status,
          (yield* emailOutbox.get({ id: email!.id })).status,
          (yield* emailOutbox.update({ id: email!.id, isPaused: true })).status,
          (yield* emailOutbox.cancel(email!)).status
        ]

        assert.deepStrictEqual(statuses, ["paused", "scheduled", "preparing", "scheduled", "paused", "skipped"])
        const all = yield* Stream.runCollect(emailOutbox.stream())
        assert.deepStrictEqual(all.map((each) => [each.id, each.skippedReason]), [[email!.id, "MANUALLY_CANCELLED"]])
      }).pipe(asAdmin, Effect.provide(emulated(withMailServer))))

    it.live("an admin client creates, changes and deletes a draft", () =>
      Effect.gen(function*() {
        const draft = yield* emailDrafts.create({ displayName: "News", themeId: null })
        yield* emailDrafts.save({ id: draft.id, displayName: "Weekly news" })

        const { displayName } = yield* emailDrafts.get({ id: draft.id })

        assert.strictEqual(displayName, "Weekly news")
        assert.strictEqual((yield* emailDrafts.list()).length, 1)
        yield* emailDrafts.delete({ id: draft.id })
        assert.deepStrictEqual(yield* emailDrafts.list(), [])
      }).pipe(asAdmin, Effect.provide(emulated())))
  })

  describe("managed domains", () => {
    it.live("an admin client sets up a domain, which is verified as the clock advances, and sends from the domain", () =>
      Effect.gen(function*() {
        const domain = yield* managedDomains.create({ subdomain: "mail.example.com", senderLocalPart: "hello" })
        const before = yield* managedDomains.verify(domain)
        const emulator = yield* Emulator
        emulator.clock.advance("1 second")

        const after = yield* managedDomains.verify(domain)

        yield* managedDomains.apply(domain)
        assert.deepStrictEqual([before, after], ["pending_verification", "verified"])
        assert.deepStrictEqual(yield* managedDomains.list(), [{ ...domain, status: "applied" }])
      }).pipe(asAdmin, Effect.provide(emulated())))
  })

  describe("session replays", () => {
    it.live("an admin client streams replays, their chunks and their events", () =>
      Effect.gen(function*() {
        yield* signUp()
        const events = [{ type: 4, timestamp: 1000 }]
        const times = { startedAt: new Date(0), sentAt: new Date(0) }
        const { sessionReplayId } = yield* SessionReplays.sendBatch({
          ...times,
          browserSessionId: id,
          sessionReplaySegmentId: id,
          batchId: id,
          events
        })

        const replays = yield* asAdmin(Stream.runCollect(sessionReplays.stream()))
        const [chunk] = yield* asAdmin(Stream.runCollect(sessionReplays.streamChunks({ sessionReplayId })))

        assert.deepStrictEqual(replays.map((replay) => replay.id), [sessionReplayId])
        const ofChunk = yield* asAdmin(sessionReplays.listChunkEvents({ sessionReplayId, chunkId: chunk!.id }))
        const ofReplay = yield* asAdmin(sessionReplays.listEvents({ sessionReplayId }))
        assert.deepStrictEqual([ofChunk.events, ofReplay.chunkEvents[0]!.events], [events, events])
      }).pipe(Effect.provide(emulated({ apps: ["analytics"] }))))
  })
})
