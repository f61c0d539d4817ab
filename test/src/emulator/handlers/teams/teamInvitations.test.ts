import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as ContactChannels from "../../../../../schemas/endpoints/contactChannels.ts"
import * as TeamInvitations from "../../../../../schemas/endpoints/teamInvitations.ts"
import * as TeamPermissions from "../../../../../schemas/endpoints/teamPermissions.ts"
import * as Teams from "../../../../../schemas/endpoints/teams.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import {
  bob,
  bobJoins,
  type Gardeners,
  gardeners,
  gardening,
  nowhere,
  refusal,
  signedOut
} from "../../support/gardeners.ts"
import { asOwner, asServer, callbackUrl, lastMail, owner, send, signIn } from "../../support/support.ts"

const done = Effect.succeed

const invite = ({ teamId }: Pick<Gardeners, "teamId">, email = bob.email) =>
  Effect.gen(function*() {
    const { id } = yield* TeamInvitations.sendCode({ teamId, email, callbackUrl: `${callbackUrl}?lang=en` })
    return { id, ...(yield* lastMail(email.toLowerCase())) }
  })

const unknownCode = Redacted.make("f".repeat(45))

const grant = (teamId: string, userId: string, permissionId: string) =>
  asServer(TeamPermissions.grant({ teamId, userId, permissionId }))

const joinsWithout = (world: Gardeners, permissionId: string) =>
  Effect.andThen(
    bobJoins(world),
    asServer(TeamPermissions.revoke({ teamId: world.teamId, userId: world.bobId, permissionId }))
  )

const open = (teamId: string) => Effect.map(TeamInvitations.list({ teamId }), ({ items }) => items)

overBothTransports(({ emulated }) => {
  const { gardens, refused } = gardening({ emulated })

  describe("team invitations", () => {
    it.effect("an invitation sends an email with the team's name and a link with the code", () =>
      Effect.gen(function*() {
        const { code, kind, link, subject } = yield* invite(yield* gardeners)

        const url = new URL(link!)
        assert.strictEqual(kind, "teamInvitation")
        assert.include(subject, "Gardeners")
        assert.strictEqual(url.searchParams.get("code"), Redacted.value(code))
        assert.strictEqual(url.searchParams.get("lang"), "en")
      }).pipe(Effect.provide(gardens)))

    it.effect("reading an invitation returns its team, and any signed-in user can accept it without selecting the team", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { code } = yield* invite(world, "somebody.else@example.com")
        yield* signIn(bob)

        const details = yield* TeamInvitations.details({ code })
        const { isCodeValid } = yield* TeamInvitations.checkCode({ code })
        yield* TeamInvitations.accept({ code })

        assert.deepStrictEqual({ ...details }, { teamId: world.teamId, teamDisplayName: "Gardeners" })
        assert.isTrue(isCodeValid)
        assert.deepStrictEqual((yield* Teams.list({ userId: "me" })).items.map(({ id }) => id), [world.teamId])
        const { items } = yield* TeamPermissions.list({ teamId: world.teamId, userId: "me" })
        assert.deepStrictEqual(items.map(({ id }) => id), ["team_member"])
        assert.isNull((yield* Users.getMe()).selectedTeamId)
      }).pipe(Effect.provide(gardens)))

    it.effect("if an existing member accepts an invitation, the invitation is used up and the member's permissions don't change", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { code } = yield* invite(world)

        yield* TeamInvitations.accept({ code })

        const { items } = yield* TeamPermissions.list({ teamId: world.teamId, userId: "me" })
        assert.deepStrictEqual(items.map(({ id }) => id), ["team_admin"])
        assert.strictEqual(yield* refusal(TeamInvitations.accept({ code })), "VERIFICATION_CODE_ALREADY_USED")
      }).pipe(Effect.provide(gardens)))

    it.effect("a team invitation is listed until it is used, expired or revoked", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { teamId } = world
        const first = yield* invite(world)
        yield* TestClock.adjust("1 day")
        const second = yield* invite(world, "Carl@Example.com")
        const third = yield* invite(world, "dora@example.com")

        const [one, two] = yield* open(teamId)
        assert.deepStrictEqual({ ...one }, {
          id: first.id,
          teamId,
          teamDisplayName: "Gardeners",
          recipientEmail: bob.email,
          expiresAt: new Date(first.sentAt.getTime() + 7 * 24 * 3_600_000)
        })
        assert.strictEqual(two?.recipientEmail, "Carl@Example.com")
        yield* TeamInvitations.delete({ id: third.id, teamId })
        assert.deepStrictEqual((yield* open(teamId)).map(({ id }) => id), [first.id, second.id])
        yield* TeamInvitations.accept({ code: second.code })
        assert.deepStrictEqual((yield* asServer(open(teamId))).map(({ id }) => id), [first.id])
        yield* TestClock.adjust("6 days")
        assert.strictEqual((yield* open(teamId)).length, 1)
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(yield* open(teamId), [])
      }).pipe(Effect.provide(gardens)))

    it.effect("a revoked team invitation and an invitation to a deleted team are rejected", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { teamId } = world
        const revoked = yield* invite(world)
        const orphan = yield* invite(world, "carl@example.com")

        yield* TeamInvitations.delete({ id: revoked.id, teamId })
        yield* Teams.delete({ teamId })

        const refusals = yield* Effect.forEach(
          [revoked, orphan],
          ({ code }) => refusal(TeamInvitations.accept({ code }))
        )
        assert.deepStrictEqual(refusals, ["VERIFICATION_CODE_NOT_FOUND", "VERIFICATION_CODE_NOT_FOUND"])
      }).pipe(Effect.provide(gardens)))

    it.effect("accepting a team invitation while signed out uses up its code", () =>
      Effect.gen(function*() {
        const { code } = yield* invite(yield* gardeners)
        yield* signedOut
        assert.strictEqual(yield* refusal(TeamInvitations.accept({ code })), "USER_AUTHENTICATION_REQUIRED")

        yield* signIn(bob)

        assert.strictEqual(yield* refusal(TeamInvitations.accept({ code })), "VERIFICATION_CODE_ALREADY_USED")
      }).pipe(Effect.provide(gardens)))

    it.effect("back ends can send a team invitation without a user, and get a 500 for an unknown team", () =>
      Effect.gen(function*() {
        const { teamId } = yield* gardeners
        yield* signedOut

        yield* asServer(TeamInvitations.sendCode({ teamId, email: bob.email, callbackUrl }))

        assert.strictEqual((yield* lastMail(bob.email)).kind, "teamInvitation")
        const toNobody = asServer(TeamInvitations.sendCode({ teamId: nowhere, email: bob.email, callbackUrl }))
        assert.strictEqual(yield* refusal(toNobody), "status 500")
        const unknown = asServer(TeamInvitations.delete({ teamId, id: nowhere }))
        assert.strictEqual(yield* refusal(unknown), "status 500")
      }).pipe(Effect.provide(gardens)))

    it.effect("sending, listing and revoking team invitations each require a separate permission", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { bobId, teamId } = world
        const { id } = yield* invite(world, "carl@example.com")
        yield* joinsWithout(world, "team_member")
        yield* signIn(bob)

        yield* grant(teamId, bobId, "$invite_members")
        yield* invite(world, "dora@example.com")
        yield* grant(teamId, bobId, "$read_members")
        assert.strictEqual((yield* open(teamId)).length, 2)
        yield* grant(teamId, bobId, "$remove_members")
        yield* TeamInvitations.delete({ teamId, id })

        assert.strictEqual((yield* open(teamId)).length, 1)
      }).pipe(Effect.provide(gardens)))

    it.effect("users who have verified the invited address can accept an invitation by id", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { id } = yield* invite(world, "Bob@Example.com")
        yield* signIn(bob)
        yield* ContactChannels.list({ userId: "me" })
        yield* asServer(Users.update({ userId: world.bobId, primaryEmailVerified: true }))

        assert.strictEqual(yield* refusal(TeamInvitations.acceptById({ id, userId: world.annId })), "status 403")
        yield* TeamInvitations.acceptById({ id, userId: "me" })

        assert.deepStrictEqual((yield* Teams.list({ userId: "me" })).items.map(({ id }) => id), [world.teamId])
        assert.strictEqual(
          yield* refusal(TeamInvitations.acceptById({ id, userId: "me" })),
          "VERIFICATION_CODE_NOT_FOUND"
        )
      }).pipe(Effect.provide(gardens)))
  })

  describe("received invitations", () => {
    const received = Effect.map(
      TeamInvitations.listReceived({ userId: "me" }),
      ({ items }) => items.map(({ id, teamDisplayName }) => [id, teamDisplayName])
    )

    it.effect("open team invitations to a user's verified address are listed with the team's name", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { id } = yield* invite(world, "Bob@Example.com")
        yield* invite(world, "carl@example.com")
        yield* signIn(bob)

        assert.deepStrictEqual(yield* received, [])
        yield* asServer(Users.update({ userId: world.bobId, primaryEmailVerified: true }))
        assert.deepStrictEqual(yield* received, [[id, "Gardeners"]])
        yield* TestClock.adjust("8 days")
        assert.deepStrictEqual(yield* received, [])
      }).pipe(Effect.provide(gardens)))

    it.effect("only the user and back ends can list the invitations that the user received", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        yield* invite(world)
        yield* asServer(Users.update({ userId: world.bobId, primaryEmailVerified: true }))

        const refused = yield* Effect.flip(TeamInvitations.listReceived({ userId: world.bobId }))
        const { items } = yield* asServer(TeamInvitations.listReceived({ userId: world.bobId }))

        assert.strictEqual(refused._tag, "CannotGetOwnUserWithoutUser")
        assert.strictEqual(items.length, 1)
      }).pipe(Effect.provide(gardens)))
  })

  describe("invitation codes", () => {
    refused(
      "VERIFICATION_CODE_NOT_FOUND",
      "teamInvitations.accept, .checkCode and .details fail for an unknown code",
      () =>
        done([
          TeamInvitations.accept({ code: unknownCode }),
          TeamInvitations.checkCode({ code: unknownCode }),
          TeamInvitations.details({ code: unknownCode })
        ])
    )

    refused(
      "VERIFICATION_CODE_NOT_FOUND",
      "teamInvitations.acceptById fails without the verified address, or for an unknown invitation",
      (world) =>
        Effect.gen(function*() {
          const { id } = yield* invite(world)
          const other = yield* invite(world, "carl@example.com")
          yield* signIn(bob)
          return [
            TeamInvitations.acceptById({ id, userId: "me" }),
            TeamInvitations.acceptById({ id: other.id, userId: "me" }),
            TeamInvitations.acceptById({ id: nowhere, userId: "me" }),
            asServer(TeamInvitations.acceptById({ id, userId: nowhere }))
          ]
        })
    )

    refused(
      "VERIFICATION_CODE_EXPIRED",
      "teamInvitations.accept, .checkCode and .details fail after seven days",
      (world) =>
        Effect.gen(function*() {
          const { code } = yield* invite(world)
          const { clock } = yield* Emulator
          clock.advance("7 days")
          clock.advance("1 millis")
          yield* signIn(bob)
          return [
            TeamInvitations.accept({ code }),
            TeamInvitations.checkCode({ code }),
            TeamInvitations.details({ code })
          ]
        })
    )

    refused(
      "VERIFICATION_CODE_ALREADY_USED",
      "teamInvitations.accept, .checkCode and .details fail for a used code",
      (world) =>
        Effect.gen(function*() {
          const { code } = yield* invite(world)
          yield* TeamInvitations.accept({ code })
          return [
            TeamInvitations.accept({ code }),
            TeamInvitations.checkCode({ code }),
            TeamInvitations.details({ code })
          ]
        })
    )

    refused(
      "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED",
      "teamInvitations.accept, .checkCode and .details fail at the twenty-first attempt",
      (world) =>
        Effect.gen(function*() {
          const { code } = yield* invite(world)
          for (let attempt = 0; attempt < 20; attempt++) yield* TeamInvitations.checkCode({ code })
          return [
            TeamInvitations.accept({ code }),
            TeamInvitations.checkCode({ code }),
            TeamInvitations.details({ code })
          ]
        })
    )
  })

  describe("rejected invitations", () => {
    refused(
      "USER_AUTHENTICATION_REQUIRED",
      "teamInvitations.sendCode, .details and .accept fail when signed out",
      (world) =>
        Effect.gen(function*() {
          const { code } = yield* invite(world)
          yield* signedOut
          return [
            TeamInvitations.sendCode({ teamId: world.teamId, email: bob.email, callbackUrl }),
            TeamInvitations.details({ code }),
            TeamInvitations.accept({ code })
          ]
        })
    )

    refused(
      "CANNOT_GET_OWN_USER_WITHOUT_USER",
      "teamInvitations.list, .listReceived, .delete and .acceptById fail when signed out",
      ({ teamId }) =>
        Effect.as(signedOut, [
          TeamInvitations.list({ teamId }),
          TeamInvitations.listReceived({ userId: "me" }),
          TeamInvitations.delete({ teamId, id: nowhere }),
          TeamInvitations.acceptById({ id: nowhere, userId: "me" })
        ])
    )

    refused(
      "TEAM_MEMBERSHIP_NOT_FOUND",
      "teamInvitations.sendCode, .list and .delete fail for a user outside the team",
      ({ teamId }) =>
        Effect.as(signIn(bob), [
          TeamInvitations.sendCode({ teamId, email: bob.email, callbackUrl: "https://evil.example.com" }),
          TeamInvitations.list({ teamId }),
          TeamInvitations.delete({ teamId, id: nowhere })
        ])
    )

    refused(
      "TEAM_PERMISSION_REQUIRED",
      "teamInvitations.sendCode, .list and .delete fail without their permissions",
      (world) =>
        Effect.as(Effect.andThen(joinsWithout(world, "team_member"), signIn(bob)), [
          TeamInvitations.sendCode({ teamId: world.teamId, email: bob.email, callbackUrl: "https://evil.example.com" }),
          TeamInvitations.list({ teamId: world.teamId }),
          TeamInvitations.delete({ teamId: world.teamId, id: nowhere })
        ])
    )

    it.effect("TEAM_PERMISSION_REQUIRED: teamInvitations.list checks $read_members before $invite_members, and fails if one of the two is missing", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { bobId, teamId } = world
        yield* joinsWithout(world, "team_member")
        yield* signIn(bob)
        const missing = Effect.flatMap(
          Effect.flip(TeamInvitations.list({ teamId })),
          (error) => done(error._tag === "TeamPermissionRequired" ? error.details.permissionId : error._tag)
        )

        assert.strictEqual(yield* missing, "$read_members")
        yield* grant(teamId, bobId, "$read_members")

        assert.strictEqual(yield* missing, "$invite_members")
      }).pipe(Effect.provide(gardens)))

    refused("TEAM_NOT_FOUND", "teamInvitations.list and .delete of a back end fail for an unknown team", () =>
      done([
        asServer(TeamInvitations.list({ teamId: nowhere })),
        asServer(TeamInvitations.delete({ teamId: nowhere, id: nowhere }))
      ]))

    refused(
      "REDIRECT_URL_NOT_WHITELISTED",
      "teamInvitations.sendCode fails with an untrusted callback URL",
      ({ teamId }) =>
        done([TeamInvitations.sendCode({ teamId, email: bob.email, callbackUrl: "https://evil.example.com" })])
    )

    it.effect("TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: teamInvitations.accept, .details and .acceptById of a restricted user fail", () =>
      Effect.gen(function*() {
        const world = yield* gardeners
        const { code, id } = yield* invite(world)
        const { accessToken } = yield* signIn(bob)
        yield* asServer(Users.update({ userId: world.bobId, restrictedByAdmin: true, primaryEmailVerified: true }))
        const headers = {
          "x-stack-access-token": Redacted.value(accessToken),
          "x-stack-allow-restricted-user": "true"
        }
        const json = { code: Redacted.value(code) }
        const path = "/api/v1/team-invitations"

        const answers = [
          yield* send("POST", `${path}/accept/details`, { level: "client", headers, json }),
          yield* send("POST", `${path}/${id}/accept?user_id=me`, { level: "client", headers }),
          yield* send("POST", `${path}/accept`, { level: "client", headers, json })
        ]

        assert.deepStrictEqual(
          answers.map(({ json }) => json.code),
          answers.map(() => "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED")
        )
        assert.deepStrictEqual(answers.map(({ status }) => status), [403, 403, 403])
      }).pipe(Effect.provide(gardens)))

    it.effect("ITEM_QUANTITY_INSUFFICIENT_AMOUNT: teamInvitations.accept and .acceptById fail for a full team of project owners", () =>
      asOwner(Effect.gen(function*() {
        const { store } = yield* Emulator
        const internal = store.projects.get("internal")!
        const [teamId] = internal.teams.keys()
        const { id } = yield* TeamInvitations.sendCode({ teamId: teamId!, email: owner.email, callbackUrl })
        const { code } = yield* lastMail(owner.email)

        const refusals = [
          yield* refusal(TeamInvitations.acceptById({ id, userId: "me" })),
          yield* refusal(TeamInvitations.accept({ code }))
        ]

        assert.deepStrictEqual(refusals, refusals.map(() => "ITEM_QUANTITY_INSUFFICIENT_AMOUNT"))
      })).pipe(Effect.provide(emulated({ owners: [owner], ownerSeats: 1 }))))
  })
})
