/** State of the section for deleting the account. */
"use client"
import * as Effect from "effect/Effect"
import { visibleName, visibleText } from "../../../schemas/entities/names.ts"
import { currentUser } from "../../../src/flows/account/index.ts"
import { redirectTo } from "../../../src/flows/redirects/index.ts"
import { useUser } from "../../index.ts"
import { InputProblem } from "../form/InputProblem.ts"
import { inTurn } from "../form/inTurn.ts"
import { type Form, useForm } from "../form/useForm.ts"
import { validateRequired } from "../form/validate.ts"

/** State of the section for deleting the account. */
export interface DeletionState {
  /** The text to type as confirmation. */
  readonly phrase: string
  /** Deletes the account, ends the session and goes to the `afterSignOut` page. */
  readonly form: Form<{ readonly typed: string }>
}

/** Returns the state of the section for deleting the account. Suspends until the user is known. */
export const useDeletionSection = (): DeletionState => {
  const user = useUser()
  const phrase = user?.primaryEmail ?? visibleName(user?.displayName) ?? user?.id ?? ""
  const form = useForm({
    initial: { typed: "" },
    check: ({ typed }) => ({
      typed: validateRequired("typed", typed)
        ?? (visibleText(typed) === visibleText(phrase)
          ? undefined
          : new InputProblem({ fault: "phrase", field: "typed" }))
    }),
    submit: () => inTurn("user")(Effect.andThen(currentUser.delete(), redirectTo.afterSignOut()))
  })
  return { phrase, form }
}
