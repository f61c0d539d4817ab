import { stackServerApp } from "../../stack/server.ts"
import { Teams } from "./Teams.tsx"

export default async function Page() {
  const user = await stackServerApp.requireUser()
  return (
    <main>
      <h1>Teams of {user.displayName}</h1>
      <Teams />
    </main>
  )
}
