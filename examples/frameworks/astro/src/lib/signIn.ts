import { createClient, KnownError } from "latchkey/promise"

// Astro passes only settings with the prefix PUBLIC_ to pages
const client = createClient({
  projectId: import.meta.env.PUBLIC_HEXCLAVE_PROJECT_ID,
  publishableClientKey: import.meta.env.PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
  baseUrl: import.meta.env.PUBLIC_HEXCLAVE_API_URL
})

const form = document.querySelector("form")!
form.querySelector("button")!.disabled = false

form.addEventListener("submit", async (event) => {
  event.preventDefault()
  const data = new FormData(form)
  try {
    // stores the session in cookies, which the server reads, and redirects to the page in after_auth_return_to
    await client.signIn.withPassword({
      email: String(data.get("email")),
      password: String(data.get("password")),
      redirect: true
    })
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    document.querySelector("[role=alert]")!.textContent = error.message
  }
})
