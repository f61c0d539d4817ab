/** Signs a command-line tool in through the browser. The site shows this code in a sandbox. */
import { open, print, project } from "./prepared.ts"

// #region code
import { createClient } from "latchkey/promise"

const tool = createClient(project)
const login = await tool.cliLogin.start({ appUrl: "http://localhost:3000" })
print("Confirm the sign-in in the app.")
open(login.url)

const refreshToken = await tool.cliLogin.wait(login)
await tool.cliLogin.finish({ refreshToken })
const user = await tool.currentUser.get({ or: "throw" })
print(`You are ${user.displayName}.`)
// #endregion
