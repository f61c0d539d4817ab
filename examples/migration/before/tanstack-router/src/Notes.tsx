import { useState } from "react"

import { type CurrentUser, useUser } from "@stackframe/react"
import { callApi } from "./tasks.ts"

const Name = ({ user }: { readonly user: CurrentUser }) => {
  const rename = async () => {
    await user.update({ displayName: "Countess" })
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
  const signOut = () => user.signOut()
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
