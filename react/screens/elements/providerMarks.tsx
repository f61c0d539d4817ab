/** Logos of the OAuth providers. */
import type { ReactNode } from "react"
import { providerMarks } from "../../../schemas/providerMarks.ts"
import type { ProviderType } from "../../../schemas/providerNames.ts"

/** Decorative: the name is next to it. */
export const ProviderMark = ({ provider }: { readonly provider: ProviderType }): ReactNode => (
  <svg className="lk-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {providerMarks[provider].map(([colour, path]) => <path key={colour} d={path} fill={colour} />)}
  </svg>
)
