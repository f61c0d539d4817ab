"use client"
import { useClient, useUser } from "latchkey/react"
import { type FormEvent, useState } from "react"

export default function Page() {
  const app = useClient()
  const user = useUser()
  const [message, setMessage] = useState("")

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [email, password] = [String(form.get("email")), String(form.get("password"))]
    const result = await app.signIn.withPassword({ email, password, redirect: true }).settled()
    if (!result.ok) setMessage(result.error.message)
  }

  if (user !== null) return <p>You are {user.displayName}</p>
  return (
    <form onSubmit={signIn}>
      <input name="email" aria-label="Your email" />
      <input name="password" type="password" aria-label="Your password" />
      <button>Sign in here</button>
      <button type="button" onClick={() => app.oauth.signIn({ provider: "github" })}>Sign in with GitHub</button>
      <p role="alert">{message}</p>
    </form>
  )
}
