import express from "express"
import { Hono } from "hono"
import type { IncomingMessage, ServerResponse } from "node:http"
import { expectTypeOf, test } from "vitest"
import {
  type Authentication,
  type AuthenticatorLike,
  fetchHandler,
  latchkeyExpress,
  latchkeyHono,
  nodeHttp,
  type SessionAuthentication,
  sessionOf,
  type SignedIn,
  userOf,
  type WithAuthentication
} from "../../src/backend/adapters/index.ts"

const authenticator = null as unknown as AuthenticatorLike
const everyone = latchkeyExpress(authenticator)
const users = latchkeyExpress(authenticator, { require: "user" })
const sessions = latchkeyExpress(authenticator, { require: "session" })

test("Express: a handler behind a middleware that requires a user gets the user, and keeps its own types", () => {
  express().get("/:id", users, (request, response) => {
    expectTypeOf(userOf(request)).toEqualTypeOf<SignedIn>()
    expectTypeOf(request.params.id).toEqualTypeOf<string>()
    response.locals["title"] = "Notes"
    response.send("any body")
  })
  express().get("/", express.json(), everyone, users, (request) => {
    expectTypeOf(userOf(request)).toEqualTypeOf<SignedIn>()
  })
  express().get("/", sessions, (request) => {
    expectTypeOf(sessionOf(request)).toEqualTypeOf<SessionAuthentication>()
  })
})

test("Express: userOf doesn't compile in a handler whose middleware also lets requests without a user through", () => {
  express().get("/", everyone, (request) => {
    // @ts-expect-error the request may be signed out
    userOf(request)
  })
  express().get("/", sessions, (request) => {
    // @ts-expect-error the user may be anonymous
    userOf(request)
  })
  express().get("/", users, (request) => {
    // @ts-expect-error the user may be authenticated by an API key
    sessionOf(request)
  })
})

test("Express: a handler compiles if the types of its middleware are unknown", () => {
  const app = express()
  app.use(everyone)
  app.use("/notes", users)
  app.get("/notes", (request) => expectTypeOf(userOf(request)).toEqualTypeOf<SignedIn>())
})

test("Hono: userOf returns a user, and an app that expects users rejects a middleware that also lets requests without a user through", () => {
  const app = new Hono<WithAuthentication>()
  app.use(latchkeyHono(authenticator))
  app.get("/", (c) => {
    expectTypeOf(c.get("authentication")).toEqualTypeOf<Authentication>()
    return c.text("")
  })
  app.get("/", latchkeyHono(authenticator, { require: "user" }), (c) => {
    expectTypeOf(userOf(c)).toEqualTypeOf<SignedIn>()
    return c.text("")
  })

  const notes = new Hono<WithAuthentication<SignedIn>>()
  notes.use(latchkeyHono(authenticator, { require: "user" }))
  notes.get("/", (c) => {
    expectTypeOf(c.get("authentication")).toEqualTypeOf<SignedIn>()
    return c.text("")
  })
  // @ts-expect-error lets every request through
  notes.use(latchkeyHono(authenticator))
  // @ts-expect-error lets anonymous users through
  notes.use(latchkeyHono(authenticator, { require: "session" }))
})

test("fetchHandler's type passes the required authentication on to the handler", () => {
  fetchHandler(authenticator, (_, authentication) => {
    expectTypeOf(authentication).toEqualTypeOf<Authentication>()
    return new Response()
  })
  fetchHandler(authenticator, (_, authentication, env: { readonly count: number }) => {
    expectTypeOf(authentication).toEqualTypeOf<SignedIn>()
    return Response.json(env.count)
  }, { require: "user" })
  fetchHandler(authenticator, (_, authentication) => {
    expectTypeOf(authentication).toEqualTypeOf<SessionAuthentication>()
    return new Response()
  }, { require: "session" })
})

test("nodeHttp returns the required authentication, or undefined if it has already sent a response", () => {
  const [request, response] = null as unknown as [IncomingMessage, ServerResponse]

  expectTypeOf(nodeHttp(authenticator)(request, response)).resolves.toEqualTypeOf<Authentication>()
  expectTypeOf(nodeHttp(authenticator, { require: "user" })(request, response))
    .resolves.toEqualTypeOf<SignedIn | undefined>()
})
