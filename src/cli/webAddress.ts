/** Addresses of the web as arguments. A password in one would stand in the list of processes and in the shell's history. */
import * as Effect from "effect/Effect"
import { parseUrl } from "../../schemas/address.ts"
import { plain } from "./output/index.ts"
import { Unusable } from "./Unusable.ts"

/** The address, if it is one of http or https without a user name or password. */
export const webAddress = (flag: string, text: string): Effect.Effect<string, Unusable> => {
  const url = /^https?:\/\//.test(text) ? parseUrl(text) : undefined
  return url === undefined
    ? Effect.fail(new Unusable({ sentence: `${flag} takes an address of http or https, not ${shown(text)}.` }))
    : `${url.username}${url.password}` !== ""
    ? Effect.fail(
      new Unusable({
        sentence: `${flag} takes an address without a user name or password, for everyone on the machine can read `
          + "a command's arguments. Leave them out, and change the password."
      })
    )
    : Effect.succeed(text)
}

const shown = (text: string): string => {
  const [start, end] = [text.indexOf("//"), text.lastIndexOf("@")]
  return plain(start === -1 || end < start ? text : `${text.slice(0, start)}//***${text.slice(end)}`)
}
