/** Email addresses of users. docs/platform.md §3.1, §9. */
import type { ContactChannel, Platform, Project, User } from "../../state/index.ts"
import * as userSearch from "./userSearch.ts"

/** Normalizes an address to its stored form. */
export const normalized = (address: string): string => address.trim().toLowerCase()

/**
 * Finds the channel for signing in with an address. Matches the address as written, and in later revisions also its
 * normalized form.
 */
export const forSignIn = ({ rules }: Platform, project: Project, address: string): ContactChannel | undefined =>
  project.signInChannels.get(address)
    ?? (rules.capitalsSignIn ? project.signInChannels.get(normalized(address)) : undefined)

/** Whether another user signs in with the address. */
export const isTaken = (project: Project, address: string, userId: string | undefined): boolean => {
  const holder = project.signInChannels.get(address)
  return holder !== undefined && holder.userId !== userId
}

/** Returns a user's channels, oldest first. */
export const ofUser = (project: Project, user: User): ReadonlyArray<ContactChannel> =>
  user.contactChannelIds.map((id) => project.contactChannels.get(id)!)

/** Finds a user's channel by id. */
export const find = (project: Project, userId: string, id: string): ContactChannel | undefined => {
  const channel = project.contactChannels.get(id)
  return channel?.userId === userId ? channel : undefined
}

/** Finds a user's channel by address. */
export const withAddress = (project: Project, user: User, address: string): ContactChannel | undefined =>
  ofUser(project, user).find(({ value }) => value === address)

/** Returns the channel that receives the user's email. */
export const primaryOf = (project: Project, user: User): ContactChannel | undefined =>
  ofUser(project, user).find(({ isPrimary }) => isPrimary)

/** Adds a channel to a user. The caller must have checked that the address is free for its intended use. */
export const add = (
  project: Project,
  user: User,
  options: Pick<ContactChannel, "value" | "isVerified" | "isPrimary" | "usedForAuth">
): ContactChannel => {
  const channel: ContactChannel = { id: crypto.randomUUID(), userId: user.id, ...options }
  if (channel.isPrimary) demote(project, user)
  project.contactChannels.set(channel.id, channel)
  user.contactChannelIds.push(channel.id)
  userSearch.changed(project, user)
  if (channel.usedForAuth) project.signInChannels.set(channel.value, channel)
  return channel
}

/** Changes a channel. A new primary channel replaces the previous one. */
export const change = (
  project: Project,
  user: User,
  channel: ContactChannel,
  changes: Partial<Pick<ContactChannel, "value" | "isVerified" | "isPrimary" | "usedForAuth">>
): void => {
  if (changes.isPrimary === true) demote(project, user)
  if (channel.usedForAuth) project.signInChannels.delete(channel.value)
  Object.assign(channel, changes)
  if (changes.value !== undefined) userSearch.changed(project, user)
  if (channel.usedForAuth) project.signInChannels.set(channel.value, channel)
}

/** Removes a channel. */
export const remove = (project: Project, user: User, channel: ContactChannel): void => {
  project.contactChannels.delete(channel.id)
  if (channel.usedForAuth) project.signInChannels.delete(channel.value)
  user.contactChannelIds.splice(user.contactChannelIds.indexOf(channel.id), 1)
  userSearch.changed(project, user)
}

const demote = (project: Project, user: User): void => {
  const primary = primaryOf(project, user)
  if (primary !== undefined) primary.isPrimary = false
}
