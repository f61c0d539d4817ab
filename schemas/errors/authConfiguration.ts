/** Errors about the sign-in methods that a project allows, and about passwords. */
import * as Schema from "effect/Schema"
import { parseUrl } from "../address.ts"
import { Family, KnownError, type RequestContext } from "../KnownError.ts"
import { wire } from "../wireNames.ts"

/**
 * The project accepts no new accounts. Existing accounts can sign in.
 *
 * @cause Sign-up is switched off in the project's settings.
 * @cause A new user signs in with an emailed code or a provider, which would create an account.
 * @fix Hide sign-up when `project.get()` shows that it is off, or enable sign-up in the dashboard.
 */
export class SignUpNotEnabled extends KnownError("SignUpNotEnabled", {
  code: "SIGN_UP_NOT_ENABLED",
  status: 400,
  sentence: "Creation of new accounts is not enabled for this project. Please ask the project owner to enable it.",
  message: "New accounts cannot be created here at the moment. Sign in with an account you have, or ask the owner of " +
    "the app to open sign-up."
}) {}

/**
 * Password authentication is off for the project.
 *
 * @cause Passwords are switched off in the project's settings, but the app still shows the form.
 * @fix Offer the sign-in methods that `project.get()` lists, or enable passwords in the dashboard. The prebuilt screens
 *   show only enabled methods.
 */
export class PasswordAuthenticationNotEnabled extends KnownError("PasswordAuthenticationNotEnabled", {
  code: "PASSWORD_AUTHENTICATION_NOT_ENABLED",
  status: 400,
  sentence: "Password authentication is not enabled for this project.",
  message: "Passwords are not enabled here. Choose another way to sign in, or ask the owner of the app to allow them."
}) {}

/**
 * Passkey authentication is off for the project.
 *
 * @cause Passkeys are switched off in the project's settings, but the app still shows the button.
 * @fix Offer the sign-in methods that `project.get()` lists, or enable passkeys in the dashboard. The prebuilt screens
 *   show only enabled methods.
 */
export class PasskeyAuthenticationNotEnabled extends KnownError("PasskeyAuthenticationNotEnabled", {
  code: "PASSKEY_AUTHENTICATION_NOT_ENABLED",
  status: 400,
  message: "Passkeys are not enabled here. Choose another way to sign in, or ask the owner of the app to allow them."
}) {}

/**
 * The project does not allow anonymous accounts. Only the newest revisions of the platform send this error; earlier
 * revisions always allow such accounts.
 *
 * @cause Anonymous sign-in is switched off in the project's settings.
 * @cause The program requests a user with `or: "anonymous"`, which signs up anonymously.
 * @fix Enable anonymous sign-in in the dashboard, or request the user with `or: "redirect"`.
 */
export class AnonymousAccountsNotEnabled extends KnownError("AnonymousAccountsNotEnabled", {
  code: "ANONYMOUS_ACCOUNTS_NOT_ENABLED",
  status: 400,
  message: "You can't continue without an account here. Sign up or sign in."
}) {}

/**
 * The session belongs to an anonymous user, and the request does not allow anonymous users. Requests from this package
 * always allow them.
 *
 * @cause You wrote the request yourself.
 * @cause A proxy removes headers that begin with `x-stack-`.
 * @fix Send the header `x-stack-allow-anonymous-user: true`, or sign up or sign in first.
 */
export class AnonymousAuthenticationNotAllowed extends KnownError("AnonymousAuthenticationNotAllowed", {
  code: "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED",
  status: 401,
  message: "This is not open to anonymous users. Sign up or sign in, then try again."
}) {}

/**
 * The email address and password do not match an account. An unknown address gives the same error, so that the error
 * does not reveal which addresses have an account.
 *
 * @cause The password is wrong, or the address is mistyped.
 * @cause No account has this address.
 * @cause The account has no password: it was created with a provider, a passkey or an emailed code.
 * @fix Show `error.message`, and offer a password reset or another sign-in method. Do not reveal which cause applies.
 */
export class EmailPasswordMismatch extends KnownError("EmailPasswordMismatch", {
  code: "EMAIL_PASSWORD_MISMATCH",
  status: 400,
  field: "password",
  // the platform's fixed sentence; all other texts spell it "email"
  sentence: "Wrong e-mail or password.",
  message: "Wrong e-mail or password."
}) {}

/**
 * The callback or redirect URL is not on a trusted domain of the project.
 *
 * @cause The site runs on a domain that is not in the project's list: a preview deployment, another port, with or
 *   without `www.`.
 * @cause The site runs on localhost, which the project does not allow.
 * @cause The handler pages are not under the path that the project expects.
 * @fix Add the domain in the project's domain settings, or allow localhost there during development.
 * @fix Run `latchkey doctor --app-url <your site>`, which compares the site with the list.
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

/** Returns the request's URL without its path and query, which can contain codes. */
const originIn = (request: RequestContext | undefined): string => {
  const [url] = Object.entries(request?.input ?? {}).flatMap(([name, value]) =>
    /ur[il]$/i.test(name) ? parseUrl(String(value)) ?? [] : []
  )
  return url === undefined ? "" : `, ${url.protocol}//${url.host},`
}

/** The password does not meet the platform's requirements. The error's `details` contain the requirement. */
export class PasswordRequirementsNotMet extends Family("PasswordRequirementsNotMet", {
  code: "PASSWORD_REQUIREMENTS_NOT_MET"
}) {}

/**
 * The password has fewer than `minLength` characters.
 *
 * @cause The user chose a short password. Known platforms require 8 characters.
 * @fix Show `error.message` next to the field, and let the user choose a longer password.
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
 * The password has more than `maxLength` characters. Platforms that reject the field with a schema error, such as the
 * 2025-08 release, give this error too.
 *
 * @cause The user, or a password manager, chose a long password. Known platforms accept up to 70 characters.
 * @fix Show `error.message` next to the field, and let the user choose a shorter password.
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
 * The account has no password to change.
 *
 * @cause The account was created with a provider, a passkey or an emailed code.
 * @fix Set a password with `password.set`, which needs no old password. The user's `hasPassword` tells you which form
 *   to show.
 */
export class UserDoesNotHavePassword extends KnownError("UserDoesNotHavePassword", {
  code: "USER_DOES_NOT_HAVE_PASSWORD",
  status: 400,
  sentence: "This user does not have password authentication enabled.",
  message: "This account has no password yet. Set one instead of changing it."
}) {}

/**
 * The old password in a password change is wrong.
 *
 * @cause The user mistyped the old password, or the password was changed elsewhere.
 * @fix Ask for the old password again, or offer a password reset by email.
 */
export class PasswordConfirmationMismatch extends KnownError("PasswordConfirmationMismatch", {
  code: "PASSWORD_CONFIRMATION_MISMATCH",
  status: 400,
  sentence: "Passwords do not match.",
  field: "oldPassword",
  message: "Passwords do not match."
}) {}
