/** A page with a button that signs up. The platform requires a bot challenge. */
import { BotChallenge } from "latchkey/layers"
import { type ClientOptions, createClient } from "latchkey/promise"

declare const project: ClientOptions

const client = createClient({ ...project, botChallenge: BotChallenge.layerTurnstile({ siteKey: "seen-key" }) })

const button = document.createElement("button")
button.textContent = "Sign up"
const answer = document.createElement("p")
document.querySelector("#app")!.append(button, answer)

button.addEventListener("click", () => {
  answer.textContent = "…"
  const show = (text: string) => void (answer.textContent = text)
  client.signUp.withPassword({ email: "grace@example.com", password: "correct horse" })
    .then(() => show("welcome"), (error: Error) => show(error.name))
})
