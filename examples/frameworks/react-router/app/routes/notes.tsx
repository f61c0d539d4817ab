import { requireUser } from "../session.server"
import type { Route } from "./+types/notes"

export const loader = async ({ context, request }: Route.LoaderArgs) => {
  const { displayName } = await requireUser(context, request.url)
  return { displayName }
}

export default function Notes({ loaderData }: Route.ComponentProps) {
  return (
    <main>
      <h1>Notes of {loaderData.displayName}</h1>
      <form method="post" action="/sign-out">
        <button>Sign out</button>
      </form>
    </main>
  )
}
