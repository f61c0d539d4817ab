/** Validates URLs in arguments. A password in an argument is visible in the list of processes and in the shell's history. */
import * as Effect from "effect/Effect"
import { parseUrl } from "../../schemas/address.ts"
import { plain } from "./output/index.ts"
import { Unusable } from "./Unusable.ts"

/** Returns the URL if it is an http or https URL without a user name or password. */
export const webAddress = (flag: string, text: string): Effect.Effect<string, Unusable> => {
  const url = /^https?:\/\//.test(text) ? parseUrl(text) : undefined
  return url === undefined
    ? Effect.fail(new Unusable({ sentence: `${flag} needs an http or https URL, not ${withoutCredentials(text)}.` }))
    : `${url.username}${url.password}` !== ""
    ? Effect.fail(
      new Unusable({
        sentence: `${flag} needs a URL without a user name or password, because every user of this machine can read `
          + "a command's arguments. Leave them out, and change the password."
      })
    )
    : Effect.succeed(text)
}

const withoutCredentials = (text: string): string => {
  const [start, end] = [text.indexOf("//"), text.lastIndexOf("@")]
  return plain(start === -1 || end < start ? text : `${text.slice(0, start)}//***${text.slice(end)}`)
}
