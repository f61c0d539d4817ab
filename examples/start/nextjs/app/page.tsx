/** The quick start with Next.js: a page for signed-in users. */
import { UserButton } from "latchkey/react/screens"
import { requireUser } from "../latchkey"

export default async function Page() {
  // redirects signed-out visitors to /handler/sign-in and back
  const user = await requireUser()
  return (
    <main>
      <UserButton />
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
    </main>
  )
}
