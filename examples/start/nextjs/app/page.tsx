/** The quick start with Next.js: a page for people who are signed in. */
import { UserButton } from "latchkey/react/screens"
import { requireUser } from "../latchkey"

export default async function Page() {
  // whoever is not signed in is sent to /handler/sign-in, and comes back
  const user = await requireUser()
  return (
    <main>
      <UserButton />
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
    </main>
  )
}
