/** Frequent mistakes, which must not compile. `test/types/mistakes.test.ts` */
import express from "express"
import { read, useAction, useRead, useRunEffect } from "../../react/index.ts"
import { Users } from "../../schemas/index.ts"
import { latchkeyExpress, sessionOf, userOf } from "../../src/backend/adapters/index.ts"
import type { AuthenticatorLike } from "../../src/backend/adapters/index.ts"
import { Client, signOut } from "../../src/index.ts"
import { makeAsync } from "../../src/promise/index.ts"

declare const authenticator: AuthenticatorLike

export const Component = () => {
  const runEffect = useRunEffect()
  void runEffect(fetch("/notes"))
  void runEffect(signOut)
  void runEffect(Users.list())
  useAction(() => Users.list())
  useAction(() => {})
  useRead(read("users", Users.list()))
  useRead(signOut())
}

express().get("/", latchkeyExpress(authenticator), (request) => {
  userOf(request)
  sessionOf(request)
  userOf("request")
})

makeAsync({ list: Users.list }, Client.layer())
makeAsync({ signOut }, Client.layerNoProject())
makeAsync({ signOut }, {})
