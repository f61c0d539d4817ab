import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * Passkeys, or their autofill, aren't available here. Nothing was sent, and no prompt was shown.
 *
 * - `NoBrowser`: the program runs on a server, or without a page.
 * - `InsecureContext`: the page was loaded over plain HTTP from another machine.
 * - `Unsupported`: the browser doesn't support passkeys.
 * - `AutofillUnsupported`: the browser doesn't offer passkeys in fields. The button works.
 * - `NoAutofillField`: the page has no field that passkeys can be offered in.
 * - `NotLoaded`: the code that talks to the browser couldn't be loaded.
 *
 * @cause The page is open over plain HTTP, in an old browser, or in a web view of an app.
 * @cause The email field lacks `autocomplete="username webauthn"`.
 * @fix Hide the button if passkeys aren't available. For `NoAutofillField`, give the field that attribute.
 */
export class PasskeyNotPossible extends TaggedError("PasskeyNotPossible")<{
  readonly reason:
    | "NoBrowser"
    | "InsecureContext"
    | "Unsupported"
    | "AutofillUnsupported"
    | "NoAutofillField"
    | "NotLoaded"
}> {
  override get message(): string {
    return sentences[this.reason]
  }
}

const sentences: { readonly [Reason in PasskeyNotPossible["reason"]]: string } = {
  NoBrowser: "Passkeys need a browser, and there is none here. Call this from a page of your site.",
  InsecureContext: "Passkeys need a page that was loaded over HTTPS or from localhost.",
  // the text that docs/protocol.md §15 requires
  Unsupported: "WebAuthn is not supported in this browser",
  AutofillUnsupported: "This browser does not offer passkeys in fields. Show a passkey button instead.",
  NoAutofillField:
    "Passkeys are offered in fields whose autocomplete attribute ends with webauthn, but the page has none. "
    + "Set it on the field of the email address: autocomplete=\"username webauthn\".",
  NotLoaded: "The part of the app that handles passkeys could not be loaded. Check the connection and reload the page."
}
