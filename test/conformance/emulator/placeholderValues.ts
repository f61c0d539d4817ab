/** Values of this run for the placeholders in recordings, which stand for secrets, tokens and codes. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { digitsAt } from "../../../src/emulator/model/accounts/totp.ts"
import { beginHalfMinute } from "../../support/suite/halfMinute.ts"
import { inForm } from "../placeholders.ts"
import { addressOf, type Scene } from "./scene.ts"

const placeholder = /\{\{([a-z_0-9]+):([^}|]+)(?:\|(uri|upper))?\}\}/g

/** Matches UUIDs in a string. */
export const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

const mailKinds: { readonly [kind: string]: string } = {
  magic_link_code: "signIn",
  one_time_code: "signIn",
  password_reset_code: "passwordReset",
  email_verification_code: "emailVerification",
  team_invitation_code: "teamInvitation"
}

/**
 * Codes in emails that can't be requested when the placeholder is replaced, because only other calls send these emails.
 */
const sentByOthers = new Set(["email_verification_code", "team_invitation_code"])

/** Challenge of all passkeys in recordings. */
const recordedChallenge = "TU9DSw"

const totpSecret = btoa("12345678901234567890")

/** Replaces the placeholders of a scene. `oauthCode` returns the code of a sign-in that was not recorded. */
export const placeholderValues = (
  scene: Scene,
  oauthCode: (number: string) => Effect.Effect<string | undefined>
) => {
  const { bind, emulator, post, standsFor, tokenOf, world } = scene

  /**
   * Returns a code from a user's emails: the code with the given number, or the newest code. `code`: error code that
   * the exchange must cause with the returned code.
   */
  const mailed = (kind: string, name: string, code: string | undefined) =>
    Effect.gen(function*() {
      const [, number = "1"] = name.split("#")
      const email = addressOf(name)
      const mails = () => emulator.outbox.byAddress(email).filter((mail) => mail.kind === mailKinds[kind])
      if (mails().length < Number(number) && !sentByOthers.has(kind)) {
        const path = kind === "password_reset_code" ? "/auth/password/send-reset-code" : "/auth/otp/send-sign-in-code"
        yield* post(path, { email, callback_url: "http://localhost:3000/x" })
      }
      const mail = kind === "one_time_code" ? mails().at(-1) : mails()[Number(number) - 1] ?? mails().at(-1)
      const state = mail === undefined ? undefined : world.codes.get(mail.code!)
      if (state !== undefined && code === "VERIFICATION_CODE_EXPIRED") state.expiresAt = 0
      if (state !== undefined && code === "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED") {
        Object.assign(state, { attempts: 20, expiresAt: Infinity })
      }
      return kind === "one_time_code" ? mail?.otp : mail?.code
    })

  const fixChallenge = (value: string | undefined) => {
    const data = world.codes.get(value ?? "")?.data
    if (data !== undefined && "challenge" in data) Object.assign(data, { challenge: recordedChallenge })
  }

  /** Starts a passkey registration or sign-in, if only its end was recorded. */
  const beginPasskey = (name: string) =>
    Effect.gen(function*() {
      const registers = !name.startsWith("passkey")
      const path = registers
        ? "/auth/passkey/initiate-passkey-registration"
        : "/auth/passkey/initiate-passkey-authentication"
      const token = standsFor(`{{access_token:${name.split("#")[0]!}}}`)
      const { body } = yield* post(path, {}, registers ? { "x-stack-access-token": token! } : {})
      bind(`{{passkey_code:${name}}}`, body.code)
    })

  /** Starts a CLI login, if only its end was recorded. The third login has expired. */
  const beginCliLogin = (name: string) =>
    Effect.gen(function*() {
      const { body } = yield* post("/auth/cli", { expires_in_millis: name === "cli#3" ? 0 : 60_000 })
      bind(`{{polling_code:${name}}}`, body.polling_code)
      bind(`{{login_code:${name}}}`, body.login_code)
    })

  const keysOfOwners: { readonly [kind: string]: string } = {
    publishable_client_key: Redacted.value(emulator.internal.publishableClientKey),
    secret_server_key: Redacted.value(emulator.internal.secretServerKey)
  }

  const resolve = (kind: string, name: string, code: string | undefined) =>
    Effect.gen(function*() {
      const whole = `{{${kind}:${name}}}`
      if (name === "internal") return keysOfOwners[kind]
      if (kind.endsWith("_key")) return standsFor(whole) ?? whole
      if (kind === "passkey_code") {
        if (standsFor(whole) === undefined) yield* beginPasskey(name)
        fixChallenge(standsFor(whole))
      }
      if (kind === "unsubscribe_code") return emulator.outbox.list().findLast(({ kind }) => kind === "written")?.code
      if ((kind === "polling_code" || kind === "login_code") && standsFor(whole) === undefined) {
        yield* beginCliLogin(name)
      }
      if (kind in mailKinds) return yield* mailed(kind, name, code)
      if (kind === "otp_nonce" && standsFor(whole) === undefined) {
        return (yield* mailed("magic_link_code", name, code))?.slice(6)
      }
      if (kind === "totp_secret_base64") return totpSecret
      if (kind === "totp") return digitsAt(totpSecret, beginHalfMinute(emulator))
      if (standsFor(whole) === undefined && kind === "oauth_code") {
        const made = yield* oauthCode(name)
        if (made !== undefined) bind(whole, made)
      }
      if (standsFor(whole) === undefined && (kind === "access_token" || kind === "refresh_token")) yield* tokenOf(name)
      return standsFor(whole)
    })

  /** Replaces placeholders and ids of a recorded text. Returns `undefined` if a placeholder has no value. */
  const fill = (text: string, code: string | undefined): Effect.Effect<string | undefined> =>
    Effect.gen(function*() {
      let filled = text.replaceAll("{{api_origin}}", emulator.baseUrl)
      for (const [whole, kind, name, form] of text.matchAll(placeholder)) {
        const value = yield* resolve(kind!, name!, code)
        if (value === undefined) return undefined
        filled = filled.replaceAll(whole, inForm(value, form))
      }
      return withCursors(filled).replace(uuid, (id) => standsFor(id) ?? id)
    })

  /** Replaces the ids in cursors, which are JSON in base64url. */
  const withCursors = (text: string): string =>
    text.replace(/(?<=[?&]cursor=)eyJ[\w-]+/g, (cursor) =>
      Buffer.from(
        Buffer.from(cursor, "base64url").toString().replace(uuid, (id) => standsFor(id) ?? id)
      ).toString("base64url"))

  return { fill }
}
