/** The last row of a form that stays on the page after being saved. */
"use client"
import type { ReactNode } from "react"
import { Button } from "../elements/Button.tsx"
import { useWords } from "../Language.tsx"
import type { Look } from "../Slots.tsx"
import { common } from "../texts/english.ts"
import { LiveRegion } from "./LiveRegion.tsx"

const english = { common }

/** The submit button, with a message after success. */
export const SaveRow = ({ children, form, label, look = "main", off = false, said }: {
  readonly form: { readonly pending: boolean; readonly done: boolean }
  /** @default "Save" */
  readonly label?: string | undefined
  readonly look?: Look | undefined
  /** Whether there is nothing to save. */
  readonly off?: boolean | undefined
  /** Message to show instead of "Saved.". */
  readonly said?: string | undefined
  /** More buttons. */
  readonly children?: ReactNode | undefined
}): ReactNode => {
  const { common } = useWords(english)
  return (
    <div className="lk-row">
      <Button type="submit" look={look} busy={form.pending} off={off}>{label ?? common.save}</Button>
      {children}
      <LiveRegion>{said ?? (form.done && common.saved)}</LiveRegion>
    </div>
  )
}
