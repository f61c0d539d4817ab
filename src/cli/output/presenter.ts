/** Formats help briefly, with the global flags in one line. */
import * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import { coloured } from "../help/index.ts"
import { print } from "./print.ts"

const formatter = CliOutput.defaultFormatter({ colors: coloured, inheritedFlags: "none", globalFlags: "summary" })

/** Prints help and the version on request. Usage errors are printed when the command ends. */
export const presenter: CliOutput.Presenter = {
  present: (event) => {
    switch (event._tag) {
      case "Help":
        return event.reason === "Requested" || event.commandPath.at(-1) === "token"
          ? print(formatter.formatHelpDoc(event.helpDoc))
          : Effect.void
      case "Version":
        return print(formatter.formatVersion(event.name, event.version))
      case "InvalidInvocation":
        return Effect.void
    }
  }
}
