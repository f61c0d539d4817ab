import * as Effect from "effect/Effect"
import { currentUser, whilePerson } from "latchkey"
import { useAction, useRunEffect } from "latchkey/react"
import { useEffect } from "react"

// #region hooks
export const Note = ({ messages }: { readonly messages: Effect.Effect<never> }) => {
  // stops when the person signs out (the default)
  const save = useAction((note: string) => currentUser.update({ clientMetadata: { note } }))
  // keeps running across sign-ins and sign-outs, because `whilePerson` follows the signed-in person itself
  const run = useRunEffect({ of: "everyone" })
  useEffect(() => void run(whilePerson(messages)), [run, messages])
  return <button disabled={save.isPending} onClick={() => void save.run("Buy milk")}>Save</button>
}
// #endregion
