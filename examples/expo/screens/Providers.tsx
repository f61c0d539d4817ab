import type { OAuthChoices } from "latchkey/react/parts"
import { Button, Problem } from "../elements"

export const Providers = ({ busy, problem, providers, start }: OAuthChoices) => (
  <>
    {providers.map((id) => (
      <Button
        key={id}
        title={`Continue with ${id}`}
        disabled={busy !== undefined}
        onPress={() => start(id)}
      />
    ))}
    <Problem problem={problem} />
  </>
)
