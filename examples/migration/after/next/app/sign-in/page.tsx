"use client"
import { useClient, useUser } from "latchkey/react"
import { type FormEvent, useState, useSyncExternalStore } from "react"

export default function Page() {
  const app = useClient()
  const user = useUser()
  const [message, setMessage] = useState("")
  // the server's HTML can be filled in before its script has loaded
  const isReady = useSyncExternalStore(() => () => {}, () => true, () => false)

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get("email")), String(form.get("password"))]
    const result = await app.signIn.withPassword({ email, password, redirect: true }).settled()
    if (!result.ok) setMessage(result.error.message)
  }

  if (user !== null) return <p>You are {user.displayName}</p>
  return (
    <form method="post" onSubmit={signIn}>
      <input name="email" aria-label="Your email" />
      <input name="password" type="password" aria-label="Your password" />
      <button disabled={!isReady}>Sign in here</button>
      <button type="button" onClick={() => app.oauth.signIn({ provider: "github" })}>Sign in with GitHub</button>
      <p role="alert">{message}</p>
    </form>
  )
}
