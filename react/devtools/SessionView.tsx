/** The session, the lifetime of its token, and its refreshes. */
"use client"
import type { ReactNode } from "react"
import { type LedgerEntry, sentenceOf, whySignedOut } from "../../layers/observe/ledger/index.ts"
import { NotRecorded } from "./NotRecorded.tsx"
import type { RecordedCall } from "./recorder.ts"
import type { SessionFacts, Snapshot } from "./snapshot.ts"
import { type Columns, Table } from "./Table.tsx"
import { duration, timeOfDay } from "./words.ts"

export const SessionView = ({ at, calls, isObserved, ledger, project, session, storage }: Snapshot): ReactNode => (
  <>
    {session === null
      ? <SignedOut ledger={ledger} />
      : <p>{session === undefined ? "Signed in." : sentenceAbout(session, ledger, Date.parse(at))}</p>}
    {isObserved && <Ledger entries={ledger} />}
    <h3>Refreshes</h3>
    {isObserved ? <Refreshes calls={calls.filter(({ endpoint }) => endpoint === "oauth.refresh")} /> : <NotRecorded />}
    <h3>Details</h3>
    <Facts
      of={{
        "Project": <code translate="no">{project.id}</code>,
        "Platform": <code translate="no">{project.apiUrl}</code>,
        ...(isObserved ? { "Stored in": storage } : {}),
        ...(session == null ? {} : factsOf(session))
      }}
    />
  </>
)

/** Returns a sentence about the signed-in user, the expiry of the access token, and how the session began. */
const sentenceAbout = (session: SessionFacts, ledger: ReadonlyArray<LedgerEntry>, now: number): string => {
  const { expiresInMillis, isAnonymous, person, refreshToken } = session
  const start = ledger.findLast(({ _tag }) => _tag === "SignedIn" || _tag === "Upgraded" || _tag === "Found")
  const because = start === undefined ? "" : ` ${sentenceOf(start)}`
  const who = `Signed in as ${isAnonymous ? "a guest" : person ?? "a user"}.`
  const until = expiresInMillis === undefined
    ? ""
    : ` The access token is valid until ${timeOfDay(now + expiresInMillis)}${
      refreshToken === undefined
        ? "; there is no refresh token, so the session then ends."
        : ", and the next call after that refreshes it."
    }`
  return `${who}${until}${because}`
}

/** Explains how the last session ended. */
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

const factsOf = (session: SessionFacts): { readonly [name: string]: ReactNode } => ({
  "User": <code translate="no">{`${session.userId ?? "–"}${session.isAnonymous ? " (anonymous)" : ""}`}</code>,
  "Session": session.sessionId === undefined ? undefined : <code translate="no">{session.sessionId}</code>,
  "Access token fingerprint": session.accessToken === undefined
    ? undefined
    : <code translate="no">{session.accessToken}</code>,
  "Refresh token fingerprint": session.refreshToken === undefined
    ? undefined
    : <code translate="no">{session.refreshToken}</code>,
  "Access token expires in": session.expiresInMillis === undefined ? undefined : duration(session.expiresInMillis),
  "Refreshed on use in": session.refreshesInMillis === undefined ? undefined : duration(session.refreshesInMillis),
  "Clock skew": duration(session.clockAheadMillis)
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
