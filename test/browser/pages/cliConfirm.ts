/** A minimal page for `cliLogin`: shows the user and confirms on request. */
import { type ClientOptions, createClient } from "latchkey/promise"

declare const project: ClientOptions

const client = createClient(project)
const app = document.querySelector("#app")!
const loginCode = new URL(location.href).searchParams.get("login_code") ?? ""

const button = (label: string, act: () => Promise<string>) => {
  const element = document.createElement("button")
  element.textContent = label
  element.addEventListener(
    "click",
    () => void act().then((done) => app.textContent = done, (error: Error) => app.textContent = error.message)
  )
  return element
}

app.append(
  button("Sign in as Ada and confirm", async () => {
    await client.signIn.withPassword({ email: "ada@example.com", password: "correct horse" })
    await client.cliLogin.confirm({ loginCode })
    return "Signed in. You can close this page."
  }),
  button("Confirm signed out", async () => {
    await client.cliLogin.confirm({ loginCode })
    return "Signed in."
  })
)
