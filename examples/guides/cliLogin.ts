/** Signs a command-line tool in through the browser. `npm run example -- examples/guides/cliLogin.ts` */
import { startEmulator } from "latchkey/emulator"
import { createClient } from "latchkey/promise"

await using platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
const { project } = platform
await using tool = createClient(project)
await using browser = createClient(project)
await browser.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })

// #region tool
const login = await tool.cliLogin.start({ appUrl: "https://app.example.com" })
console.log(`Open ${login.url.replace(/login_code=.*/, "login_code=…")}`)
// #endregion

const loginCode = new URL(login.url).searchParams.get("login_code") ?? ""
// #region browser
// on the page /handler/cli-auth-confirm, after the user has confirmed
await browser.cliLogin.confirm({ loginCode })
// #endregion

// #region finish
const refreshToken = await tool.cliLogin.wait(login)
await tool.cliLogin.finish({ refreshToken })
console.log(`You are ${(await tool.currentUser.get({ or: "throw" })).primaryEmail}.`)
// #endregion
