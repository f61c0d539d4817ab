"use server"
import { asUser } from "../../stack/asUser.ts"

export const changePassword = async (oldPassword: string, newPassword: string) => {
  await using client = await asUser()
  const result = await client.password.update({ oldPassword, newPassword }).settled()
  return result.ok ? null : result.error.message
}
