"use client"
import { useClient, useUser } from "latchkey/react"
import { useState } from "react"

export default function Page() {
  const app = useClient()
  const user = useUser()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [message, setMessage] = useState("")

  const signIn = async () => {
    const result = await app.signIn.withPassword({ email, password, redirect: true }).settled()
    if (!result.ok) setMessage(result.error.message)
  }

  if (user !== null) return <p>You are {user.displayName}</p>
  return (
    <div>
      <input aria-label="Your email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <input
        aria-label="Your password"
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="button" onClick={signIn}>Sign in here</button>
      <button type="button" onClick={() => app.oauth.signIn({ provider: "github" })}>Sign in with GitHub</button>
      <p role="alert">{message}</p>
    </div>
  )
}
