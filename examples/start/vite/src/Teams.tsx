/** The quick start with Vite: a component that shows its own errors. */
import { type Failure, FailureBoundary, useTeams } from "latchkey/react"

const failed = ({ error, isPending, retry }: Failure) => (
  <p role="alert">
    {error instanceof Error ? error.message : "The teams can't be shown."}
    <button disabled={isPending} onClick={retry}>Try again</button>
  </p>
)

const TeamList = () => <ul>{useTeams().map(({ displayName, id }) => <li key={id}>{displayName}</li>)}</ul>

export const Teams = () => (
  <FailureBoundary failed={failed}>
    <TeamList />
  </FailureBoundary>
)
