/** The quick start with Vite: a page for people who are signed in. */
import { useUser } from "latchkey/react"
import { UserButton } from "latchkey/react/screens"

export const App = () => {
  // whoever is not signed in is sent to /handler/sign-in, and comes back
  const user = useUser({ or: "redirect" })
  return (
    <main>
      <UserButton />
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
    </main>
  )
}
