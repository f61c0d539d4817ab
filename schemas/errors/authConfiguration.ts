/** Ways to sign in that a project allows or not, and passwords. */
import * as Schema from "effect/Schema"
import { parseUrl } from "../address.ts"
import { Family, KnownError, type RequestContext } from "../KnownError.ts"
import { wire } from "../wireNames.ts"

/**
 * The project takes no new accounts. Known accounts sign in as before.
 *
 * @cause Sign-up is switched off in the project's settings.
 * @cause Somebody unknown signs in with a mailed code or a provider, which would make an account.
 * @fix Hide sign-up where `project.get()` says that it is off, or switch it on in the dashboard.
 */
export class SignUpNotEnabled extends KnownError("SignUpNotEnabled", {
  code: "SIGN_UP_NOT_ENABLED",
  status: 400,
  sentence: "Creation of new accounts is not enabled for this project. Please ask the project owner to enable it.",
  message: "New accounts cannot be created here at the moment. Sign in with an account you have, or ask the owner of " +
    "the app to open sign-up."
}) {}

/**
 * The project does not use passwords.
 *
 * @cause Passwords are switched off in the project's settings, and the form is still shown.
 * @fix Offer the ways of signing in that `project.get()` lists, or switch passwords on in the dashboard. The prebuilt
 *   screens show only what is on.
 */
export class PasswordAuthenticationNotEnabled extends KnownError("PasswordAuthenticationNotEnabled", {
  code: "PASSWORD_AUTHENTICATION_NOT_ENABLED",
  status: 400,
  sentence: "Password authentication is not enabled for this project.",
  message: "Passwords are not in use here. Choose another way to sign in, or ask the owner of the app to allow them."
}) {}

/**
 * The project does not use passkeys.
 *
 * @cause Passkeys are switched off in the project's settings, and the button is still shown.
 * @fix Offer the ways of signing in that `project.get()` lists, or switch passkeys on in the dashboard. The prebuilt
 *   screens show only what is on.
 */
export class PasskeyAuthenticationNotEnabled extends KnownError("PasskeyAuthenticationNotEnabled", {
  code: "PASSKEY_AUTHENTICATION_NOT_ENABLED",
  status: 400,
  message: "Passkeys are not in use here. Choose another way to sign in, or ask the owner of the app to allow them."
}) {}

/**
 * The project does not allow anonymous accounts. The newest revisions of the platform only; earlier ones always do.
 *
 * @cause Anonymous sign-in is switched off in the project's settings.
 * @cause The program asks for a user with `or: "anonymous"`, which signs up anonymously.
 * @fix Switch it on in the dashboard, or ask for a user with `or: "redirect"`.
 */
export class AnonymousAccountsNotEnabled extends KnownError("AnonymousAccountsNotEnabled", {
  code: "ANONYMOUS_ACCOUNTS_NOT_ENABLED",
  status: 400,
  message: "It is not possible to go on without an account here. Sign up or sign in."
}) {}

/**
 * The session is an anonymous user's and the request did not say that this is fine. Requests of this package always say
 * so.
 *
 * @cause The request was made by hand.
 * @cause A proxy takes away headers that begin with `x-stack-`.
 * @fix Send the header `x-stack-allow-anonymous-user: true`, or sign up or sign in first.
 */
export class AnonymousAuthenticationNotAllowed extends KnownError("AnonymousAuthenticationNotAllowed", {
  code: "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED",
  status: 401,
  message: "This is not open to anonymous users. Sign up or sign in, then try again."
}) {}

/**
 * Address and password do not belong together. An unknown address gives the same, so that nobody can probe for one.
 *
 * @cause The password is wrong, or the address is mistyped.
 * @cause There is no account with the address.
 * @cause The account has no password: it was made with a provider, a passkey or a mailed code.
 * @fix Show the sentence and offer the way to a new password, or another way to sign in. Do not tell which of the
 *   causes it was.
 */
export class EmailPasswordMismatch extends KnownError("EmailPasswordMismatch", {
  code: "EMAIL_PASSWORD_MISMATCH",
  status: 400,
  field: "password",
  sentence: "Wrong e-mail or password.",
  message: "Wrong e-mail or password."
}) {}

/**
 * A callback or redirect URL is on no trusted domain of the project.
 *
 * @cause The site runs on a domain that the project does not list: a preview, a new port, with or without `www.`.
 * @cause The site runs on localhost, and the project does not allow that.
 * @cause The handler pages are below another path than the project expects.
 * @fix Add the domain in the project's domain settings, or allow localhost there while you develop.
 * @fix Run `latchkey doctor --app-url <your site>`: it compares the site with the list.
 */
export class RedirectUrlNotWhitelisted extends KnownError("RedirectUrlNotWhitelisted", {
  code: "REDIRECT_URL_NOT_WHITELISTED",
  status: 400,
  sentence:
    "Redirect URL not whitelisted. Did you forget to add this domain to the trusted domains list on the Stack Auth dashboard?",
  message: (_, request) =>
    `The address to return to${originIn(request)} is not on a trusted domain of this project. Add its domain in the `
    + `project's domain settings${
      request === undefined ? "" : ` (/projects/${request.projectId}/domains in the dashboard)`
    }`
    + ", or allow localhost there while developing."
}) {}

/** Path and query can hold codes. */
const originIn = (request: RequestContext | undefined): string => {
  const [url] = Object.entries(request?.input ?? {}).flatMap(([name, value]) =>
    /ur[il]$/i.test(name) ? parseUrl(String(value)) ?? [] : []
  )
  return url === undefined ? "" : `, ${url.protocol}//${url.host},`
}

/** The password is not one the platform takes. `details` of the member says what it asks for. */
export class PasswordRequirementsNotMet extends Family("PasswordRequirementsNotMet", {
  code: "PASSWORD_REQUIREMENTS_NOT_MET"
}) {}

/**
 * The password has fewer than `minLength` characters.
 *
 * @cause The person chose a short one. The platforms known ask for 8 characters.
 * @fix Show the sentence beside the field and let the person choose a longer one.
 */
export class PasswordTooShort extends KnownError("PasswordTooShort", {
  code: "PASSWORD_TOO_SHORT",
  status: 400,
  sentence: /^Password too short\. Minimum length is \d{1,3}\.$/,
  family: PasswordRequirementsNotMet,
  details: { minLength: Schema.Int },
  field: "password",
  message: ({ minLength }) => `Choose a password with at least ${minLength ?? 8} characters.`
}) {}

/**
 * The password has more than `maxLength` characters. A platform that refuses the field by its schema instead, as the
 * 2025-08 revision does, gives the same error.
 *
 * @cause The person, or a password manager, chose a long one. The platforms known take 70 characters.
 * @fix Show the sentence beside the field and let the person choose a shorter one.
 */
export class PasswordTooLong extends KnownError("PasswordTooLong", {
  code: "PASSWORD_TOO_LONG",
  status: 400,
  family: PasswordRequirementsNotMet,
  details: { maxLength: wire("maxLength", Schema.Int) },
  fromSchemaError: (message) => {
    const found = /body\.\w{0,20}password\b[^\n]{0,40}at most (\d{1,6}) characters/.exec(message)
    return found === null ? undefined : { maxLength: Number(found[1]) }
  },
  field: "password",
  message: ({ maxLength }) => `Choose a password with at most ${maxLength ?? 70} characters.`
}) {}

/**
 * The account has no password to be changed.
 *
 * @cause The account was made with a provider, a passkey or a mailed code.
 * @fix Set a password instead, with `password.set`, which needs no old one. `hasPassword` of the user says which form
 *   to show.
 */
export class UserDoesNotHavePassword extends KnownError("UserDoesNotHavePassword", {
  code: "USER_DOES_NOT_HAVE_PASSWORD",
  status: 400,
  sentence: "This user does not have password authentication enabled.",
  message: "This account has no password yet. Set one instead of changing it."
}) {}

/**
 * The old password given for a change is wrong.
 *
 * @cause The person mistyped it, or it was changed elsewhere.
 * @fix Ask for the old password again, or offer to reset it by mail.
 */
export class PasswordConfirmationMismatch extends KnownError("PasswordConfirmationMismatch", {
  code: "PASSWORD_CONFIRMATION_MISMATCH",
  status: 400,
  sentence: "Passwords do not match.",
  field: "oldPassword",
  message: "Passwords do not match."
}) {}
