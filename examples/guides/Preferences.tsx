/** Typed metadata in React. */
import * as Schema from "effect/Schema"
import { Metadata } from "latchkey/metadata"
import { useAction } from "latchkey/react"
import { useMetadata } from "latchkey/react/metadata"

const account = Metadata.define({ client: Schema.Struct({ theme: Schema.Literals(["light", "dark"]) }) })

// #region preferences
export const Preferences = () => {
  const metadata = useMetadata(account)
  const { isPending, run } = useAction(() => Metadata.currentUser.update(account, { client: { theme: "dark" } }))
  if (metadata === null) return <p>You are signed out.</p>
  if (metadata.error !== undefined) return <p role="alert">{metadata.error.message}</p>
  return (
    <p>
      Theme: {metadata.data.client?.theme ?? "light"}{" "}
      <button disabled={isPending} onClick={() => void run()}>Dark</button>
    </p>
  )
}
// #endregion
