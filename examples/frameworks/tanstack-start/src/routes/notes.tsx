import { createFileRoute } from "@tanstack/react-router"
import { requireUser, signOut } from "../session.ts"

const Notes = () => {
  const { user } = Route.useRouteContext()
  const leave = async () => {
    await signOut()
    // load a new page, so that no data of the user stays in memory
    window.location.assign("/")
  }
  return (
    <main>
      <h1>Notes of {user.displayName}</h1>
      <button onClick={() => void leave()}>Sign out</button>
    </main>
  )
}

export const Route = createFileRoute("/notes")({
  beforeLoad: async ({ location }) => ({ user: await requireUser({ data: location.href }) }),
  component: Notes
})
