"use client"
import { useStackApp, useUser } from "@stackframe/stack"
import { useState } from "react"

export default function Page() {
  const app = useStackApp()
  const user = useUser()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [message, setMessage] = useState("")

  const signIn = async () => {
    const result = await app.signInWithCredential({ email, password })
    if (result.status === "error") setMessage(result.error.message)
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
      <button type="button" onClick={() => app.signInWithOAuth("github")}>Sign in with GitHub</button>
      <p role="alert">{message}</p>
    </div>
  )
}
