/** The e-mail addresses of users. docs/platform.md §3.1, §9. */
import type { ContactChannel, Platform, Project, User } from "../state/index.ts"
import * as userSearch from "./userSearch.ts"

/** An address as it is stored. */
export const normalized = (address: string): string => address.trim().toLowerCase()

/** The channel that somebody signs in with under this address: as it stands, and in later revisions as it is stored. */
export const forSignIn = ({ rules }: Platform, project: Project, address: string): ContactChannel | undefined =>
  project.signInChannels.get(address)
    ?? (rules.capitalsSignIn ? project.signInChannels.get(normalized(address)) : undefined)

/** Whether somebody else signs in with the address. */
export const isTaken = (project: Project, address: string, userId: string | undefined): boolean => {
  const holder = project.signInChannels.get(address)
  return holder !== undefined && holder.userId !== userId
}

/** A user's channels, oldest first. */
export const ofUser = (project: Project, user: User): ReadonlyArray<ContactChannel> =>
  user.contactChannelIds.map((id) => project.contactChannels.get(id)!)

/** A user's channel by its id. */
export const find = (project: Project, userId: string, id: string): ContactChannel | undefined => {
  const channel = project.contactChannels.get(id)
  return channel?.userId === userId ? channel : undefined
}

/** A user's channel with an address. */
export const withAddress = (project: Project, user: User, address: string): ContactChannel | undefined =>
  ofUser(project, user).find(({ value }) => value === address)

/** The channel that mails to the user go to. */
export const primaryOf = (project: Project, user: User): ContactChannel | undefined =>
  ofUser(project, user).find(({ isPrimary }) => isPrimary)

/** Gives a user a channel. The caller has seen to it that the address is free for what it is to be used for. */
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

/** Changes a channel. A new primary one takes the place of the old. */
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

/** Takes a channel away. */
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
