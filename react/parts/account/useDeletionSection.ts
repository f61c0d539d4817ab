/** Deleting the account, without markup. */
"use client"
import * as Effect from "effect/Effect"
import { visibleName, visibleText } from "../../../schemas/entities/names.ts"
import { currentUser } from "../../../src/flows/account/index.ts"
import { redirectTo } from "../../../src/flows/redirects/index.ts"
import { useUser } from "../../index.ts"
import { InputProblem, required } from "../form/InputProblem.ts"
import { type Form, useForm } from "../form/useForm.ts"

/** What the section for deleting the account shows. */
export interface DeletionState {
  /** What has to be typed. */
  readonly phrase: string
  /** Deletes the account, ends the session and goes to the page for after signing out. */
  readonly form: Form<{ readonly typed: string }>
}

/** The state of the section for deleting the account. Suspends until it is known who is signed in. */
export const useDeletionSection = (): DeletionState => {
  const user = useUser()
  const phrase = user?.primaryEmail ?? visibleName(user?.displayName) ?? user?.id ?? ""
  const form = useForm({
    initial: { typed: "" },
    check: ({ typed }) => ({
      typed: required("typed", typed)
        ?? (visibleText(typed) === visibleText(phrase)
          ? undefined
          : new InputProblem({ fault: "phrase", field: "typed" }))
    }),
    // the section is gone as soon as nobody is signed in any more
    submit: () => Effect.uninterruptible(Effect.andThen(currentUser.delete(), redirectTo.afterSignOut()))
  })
  return { phrase, form }
}
