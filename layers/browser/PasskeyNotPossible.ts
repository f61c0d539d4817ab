import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * There can be no passkeys here, or no autofill of them. Nothing was sent and nobody was asked.
 *
 * - `NoBrowser`: the program runs on a server, or where there is no page.
 * - `InsecureContext`: the page came over plain HTTP from somewhere else than this machine.
 * - `Unsupported`: the browser knows no passkeys.
 * - `AutofillUnsupported`: the browser offers no passkeys while people type. The button works.
 * - `NoAutofillField`: no field of the page is one that passkeys are offered in.
 * - `NotLoaded`: the part of the program that speaks with the browser could not be fetched.
 *
 * @cause The page is open over plain HTTP, in an old browser, or in a web view of an app.
 * @cause The field for the address lacks `autocomplete="username webauthn"`.
 * @fix Leave the button out where passkeys cannot be. For `NoAutofillField`, give the field that attribute.
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
  InsecureContext: "Passkeys need a page that came over HTTPS or from localhost. Serve it that way.",
  // docs/protocol.md §15
  Unsupported: "WebAuthn is not supported in this browser",
  AutofillUnsupported: "This browser offers no passkeys while people type. Show a button for passkeys.",
  NoAutofillField: "Passkeys are offered in fields whose autocomplete attribute ends with webauthn, and there is none. "
    + "Give it to the field of the e-mail address: autocomplete=\"username webauthn\".",
  NotLoaded: "The part of the app that handles passkeys could not be loaded. Check the connection and reload the page."
}
