/**
 * Finds users by part of their name or addresses, without scanning all users. An index maps each trigram (three
 * consecutive characters) to users. Only the users with the rarest trigram of the query are checked.
 */
import type { Project, User } from "../../state/index.ts"

/** Users of a project by trigram, in order of sign-up. */
interface Index {
  readonly byRun: Map<string, Array<User>>
  /** Indexed strings of each user. */
  readonly entered: Map<User, ReadonlyArray<string>>
  /** Users whose strings have changed since they were indexed. */
  readonly changed: Set<User>
}

/** Indexes by project, created by the first search. Small projects have none, because a scan is fast enough. */
const indexes = new WeakMap<Project, Index>()

const minIndexedUsers = 1000

const runLength = 3

/** Returns the user's index, or insertion point, in a list sorted by sign-up. */
export const positionIn = (order: ReadonlyArray<User>, user: User): number => {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (order[middle]!.sequence < user.sequence) low = middle + 1
    else high = middle
  }
  return low
}

/** Marks a user's name or addresses as changed. */
export const changed = (project: Project, user: User): void => {
  indexes.get(project)?.changed.add(user)
}

/** Removes a deleted user from the index. */
export const removed = (project: Project, user: User): void => {
  const index = indexes.get(project)
  if (index === undefined) return
  leave(index, user)
  index.changed.delete(user)
}

/**
 * Returns candidates for a lower-case string, in order of sign-up. They include every user with the string as id, or
 * with a name or address that contains the string.
 */
export const candidates = (project: Project, part: string): ReadonlyArray<User> => {
  if (part.length < runLength || project.users.size < minIndexedUsers) return project.usersInOrder
  const { byRun } = current(project)
  const rarest = [...runsOf([part])].map((run) => byRun.get(run) ?? []).reduce((a, b) => b.length < a.length ? b : a)
  const withId = project.users.get(part)
  if (withId === undefined) return rarest
  const at = positionIn(rarest, withId)
  return rarest[at] === withId ? rarest : [...rarest.slice(0, at), withId, ...rarest.slice(at)]
}

/** Returns the index after updating it with all changes since the last search. */
const current = (project: Project): Index => {
  let index = indexes.get(project)
  if (index === undefined) {
    index = { byRun: new Map(), entered: new Map(), changed: new Set(project.usersInOrder) }
    indexes.set(project, index)
  }
  for (const user of index.changed) {
    leave(index, user)
    enter(index, user, textsOf(project, user))
  }
  index.changed.clear()
  return index
}

const textsOf = (project: Project, user: User): ReadonlyArray<string> => [
  ...(user.displayName === null ? [] : [user.displayName.toLowerCase()]),
  ...user.contactChannelIds.map((id) => project.contactChannels.get(id)!.value)
]

const runsOf = (texts: ReadonlyArray<string>): Set<string> => {
  const runs = new Set<string>()
  for (const text of texts) {
    for (let at = 0; at + runLength <= text.length; at++) runs.add(text.slice(at, at + runLength))
  }
  return runs
}

const enter = ({ byRun, entered }: Index, user: User, texts: ReadonlyArray<string>): void => {
  entered.set(user, texts)
  for (const run of runsOf(texts)) {
    const users = byRun.get(run)
    if (users === undefined) byRun.set(run, [user])
    else if (users.at(-1)!.sequence < user.sequence) users.push(user)
    else users.splice(positionIn(users, user), 0, user)
  }
}

const leave = ({ byRun, entered }: Index, user: User): void => {
  for (const run of runsOf(entered.get(user) ?? [])) {
    const users = byRun.get(run)!
    if (users.length === 1) byRun.delete(run)
    else users.splice(positionIn(users, user), 1)
  }
  entered.delete(user)
}
