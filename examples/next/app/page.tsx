import Link from "next/link"
import { currentUser } from "../latchkey"

export default async function Home() {
  const user = await currentUser()
  return (
    <main className="page">
      <h1>{user === null ? "Hello" : `Hello ${user.displayName ?? user.primaryEmail}`}</h1>
      <p>
        {user === null
          ? "Your notes are for you alone, so sign in to see them."
          : "Your notes are where you left them."}
      </p>
      <p>
        <Link href="/notes">To the notes</Link>
      </p>
    </main>
  )
}
