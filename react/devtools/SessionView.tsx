/** Who is signed in, how long the token lives, and how it was refreshed. */
"use client"
import type { ReactNode } from "react"
import { Facts } from "./Facts.tsx"
import type { RecordedCall } from "./recorder.ts"
import type { SessionFacts, Snapshot } from "./snapshot.ts"
import { duration, timeOfDay } from "./words.ts"

export const SessionView = ({ calls, project, session, storage }: Snapshot): ReactNode => (
  <>
    {session === null ? <p>Nobody is signed in.</p> : session === undefined ? <p>Somebody is signed in.</p> : null}
    <Facts
      of={{
        "Project": <code>{project.id}</code>,
        "Platform": <code>{project.apiUrl}</code>,
        "Kept in": storage,
        ...(session == null ? {} : factsOf(session))
      }}
    />
    <h3>Refreshes</h3>
    <Refreshes calls={calls.filter(({ endpoint }) => endpoint === "oauth.refresh")} />
  </>
)

const factsOf = (session: SessionFacts): { readonly [name: string]: ReactNode } => ({
  "User": <code>{session.userId ?? "–"}{session.isAnonymous ? " (anonymous)" : ""}</code>,
  "Session": session.sessionId === undefined ? undefined : <code>{session.sessionId}</code>,
  "Access token, fingerprint": session.accessToken === undefined ? undefined : <code>{session.accessToken}</code>,
  "Refresh token, fingerprint": session.refreshToken === undefined ? undefined : <code>{session.refreshToken}</code>,
  "Access token expires in": session.expiresInMillis === undefined ? undefined : duration(session.expiresInMillis),
  "Next use refreshes it in": session.refreshesInMillis === undefined ? undefined : duration(session.refreshesInMillis),
  "This clock is ahead by": duration(session.clockAheadMillis)
})

const Refreshes = ({ calls }: { readonly calls: ReadonlyArray<RecordedCall> }) =>
  calls.length === 0 ? <p className="soft">None since the page was loaded.</p> : (
    <table>
      <thead>
        <tr>
          <th scope="col">At</th>
          <th scope="col">Took</th>
          <th scope="col">Attempts</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {calls.toReversed().map((call) => (
          <tr key={call.id}>
            <td>{timeOfDay(call.startedAt)}</td>
            <td>{call.tookMillis === undefined ? "…" : duration(call.tookMillis)}</td>
            <td>{call.attempts.length}</td>
            <td>{call.outcome}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
