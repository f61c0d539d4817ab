/** The session, the lifetime of its token, and its refreshes. */
"use client"
import type { ReactNode } from "react"
import { type LedgerEntry, sentenceOf, whySignedOut } from "../../layers/observe/ledger/index.ts"
import { NotRecorded } from "./NotRecorded.tsx"
import type { RecordedCall } from "./recorder.ts"
import type { SessionFacts, Snapshot } from "./snapshot.ts"
import { type Columns, Table } from "./Table.tsx"
import { duration, timeOfDay } from "./words.ts"

export const SessionView = ({ calls, isObserved, ledger, project, session, storage }: Snapshot): ReactNode => (
  <>
    {session === null
      ? <SignedOut ledger={ledger} />
      : session === undefined
      ? <p>Signed in.</p>
      : <SignedIn session={session} ledger={ledger} />}
    <Facts
      of={{
        ...(session == null ? {} : timesOf(session)),
        ...(isObserved ? { "Stored in": storage } : {}),
        ...(session == null ? {} : idsOf(session)),
        "Project": <code translate="no">{project.id}</code>,
        "Platform": <code translate="no">{project.apiUrl}</code>
      }}
    />
    {isObserved && <Ledger entries={ledger} />}
    <h3>Refreshes</h3>
    {isObserved ? <Refreshes calls={calls.filter(({ endpoint }) => endpoint === "oauth.refresh")} /> : <NotRecorded />}
  </>
)

/** Who is signed in, until when without a refresh, and since which event. */
const SignedIn = ({ ledger, session }: {
  readonly session: SessionFacts
  readonly ledger: ReadonlyArray<LedgerEntry>
}) => {
  const { expiresInMillis, isAnonymous, refreshToken, userId } = session
  const began = ledger.findLast(({ _tag }) => _tag === "SignedIn" || _tag === "Upgraded" || _tag === "Found")
  const until = expiresInMillis === undefined
    ? ""
    : ` for ${duration(expiresInMillis)}${refreshToken === undefined ? "" : ", or longer with a refresh"}`
  return (
    <>
      <p>{`Signed in as the ${isAnonymous ? "anonymous " : ""}user ${userId ?? "–"}${until}.`}</p>
      {began === undefined ? null : <p>{`Because: ${sentenceOf(began)}`}</p>}
    </>
  )
}

/** The last end of a session, and its causes. */
const SignedOut = ({ ledger }: { readonly ledger: ReadonlyArray<LedgerEntry> }) => {
  const [end, ...causes] = whySignedOut(ledger) ?? []
  return (
    <>
      <p>Signed out.</p>
      {end !== undefined && <p>{end}</p>}
      {causes.length > 0 && <ul>{causes.map((cause) => <li key={cause}>{cause}</li>)}</ul>}
    </>
  )
}

const Ledger = ({ entries }: { readonly entries: ReadonlyArray<LedgerEntry> }) => (
  <>
    <h3>What happened</h3>
    {entries.length === 0
      ? <p className="soft">Nothing since the page loaded.</p>
      : <Table columns={ledgerColumns} keyOf={({ id }) => String(id)} rows={entries.toReversed()} />}
  </>
)

const ledgerColumns: Columns<LedgerEntry> = {
  At: ({ at }) => timeOfDay(at),
  Event: (entry) => sentenceOf(entry)
}

/** A list of names and values. Shows `undefined` values as a dash. */
const Facts = ({ of }: { readonly of: { readonly [name: string]: ReactNode } }) => (
  <dl>
    {Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? "–"}</dd>
      </div>
    ))}
  </dl>
)

const timesOf = (session: SessionFacts): { readonly [name: string]: ReactNode } => ({
  "Access token expires in": session.expiresInMillis === undefined ? undefined : duration(session.expiresInMillis),
  "Refreshed on use in": session.refreshesInMillis === undefined ? undefined : duration(session.refreshesInMillis),
  "Clock skew": duration(session.clockAheadMillis)
})

const idsOf = (session: SessionFacts): { readonly [name: string]: ReactNode } => ({
  "User": <code translate="no">{`${session.userId ?? "–"}${session.isAnonymous ? " (anonymous)" : ""}`}</code>,
  "Session": session.sessionId === undefined ? undefined : <code translate="no">{session.sessionId}</code>,
  "Access token fingerprint": session.accessToken === undefined
    ? undefined
    : <code translate="no">{session.accessToken}</code>,
  "Refresh token fingerprint": session.refreshToken === undefined
    ? undefined
    : <code translate="no">{session.refreshToken}</code>
})

const Refreshes = ({ calls }: { readonly calls: ReadonlyArray<RecordedCall> }) =>
  calls.length === 0
    ? <p className="soft">None since the page loaded.</p>
    : <Table columns={columns} keyOf={({ id }) => id} rows={calls.toReversed()} />

const columns: Columns<RecordedCall> = {
  At: ({ startedAt }) => timeOfDay(startedAt),
  Took: ({ tookMillis }) => tookMillis === undefined ? "…" : duration(tookMillis),
  Attempts: ({ attempts }) => attempts.length,
  Outcome: ({ outcome }) => outcome
}
