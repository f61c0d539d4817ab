/** Logos of OAuth providers. */
import { lazy, type ReactNode } from "react"
import { isKnownProvider } from "../../../schemas/providerNames.ts"
import { Waiting } from "./Waiting.tsx"

/** Loads the logos on first use, because they are as large as the code of a screen. */
const Mark = lazy(async () => ({ default: (await import("./providerMarks.tsx")).ProviderMark }))

const place = <span className="lk-mark" />

/** Decorative: the name is next to it. Renders nothing for an unknown provider, and a placeholder while loading. */
export const ProviderIcon = ({ provider }: { readonly provider: string }): ReactNode =>
  isKnownProvider(provider)
    ? (
      <Waiting until={place} isSeen={false} failed={() => place}>
        <Mark provider={provider} />
      </Waiting>
    )
    : null
