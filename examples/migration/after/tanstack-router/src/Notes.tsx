import { useState } from "react"

import { type User, useUser } from "latchkey/react"
import { stackClientApp } from "./stack.ts"
import { callApi } from "./tasks.ts"

const Name = ({ user }: { readonly user: User }) => {
  const rename = async () => {
    await stackClientApp.currentUser.update({ displayName: "Countess" })
  }
  return (
    <>
      <h1>Notes of {user.displayName}</h1>
      <button onClick={rename}>Rename</button>
    </>
  )
}

export const Notes = () => {
  const user = useUser({ or: "redirect" })
  const [owner, setOwner] = useState("")
  const signOut = () => stackClientApp.signOut().then(() => stackClientApp.redirectTo.afterSignOut())
  const load = async () => setOwner(String(await callApi("/notes")))
  return (
    <main>
      <Name user={user} />
      <button onClick={load}>Load</button>
      <p>{owner}</p>
      <button onClick={signOut}>Sign out</button>
    </main>
  )
}
