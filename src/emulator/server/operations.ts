/**
 * Declarations of the emulator's control operations. The handle's functions, the routes of the control API, the console's
 * forms and the table in `examples/emulator/README.md` are derived from them.
 */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { FaultPlanFromJson } from "../faults/index.ts"
import { Challenge, Config, ExternalProvider, SharedProvider } from "./configFile.ts"

type AnyCodec = Schema.Codec<any, any>

/** A control operation. */
export interface Operation<Input extends AnyCodec = AnyCodec, Output extends AnyCodec = AnyCodec> {
  /** Method, and path below `/emulator/control`. GET and DELETE read their input from the query, others from a JSON body. */
  readonly route: `${"GET" | "DELETE" | "POST" | "PATCH"} /${string}`
  /** Description for the documentation. */
  readonly does: string
  readonly input: Input
  readonly output: Output
  /** Field of the response's JSON that holds the output. Without a field, the output is the JSON itself. */
  readonly field: string | undefined
}

const operation = <Input extends AnyCodec = Schema.Struct<{}>, Output extends AnyCodec = Schema.Void>(
  route: Operation["route"],
  { does, field, input, output }: {
    readonly does: string
    readonly input?: Input | undefined
    readonly output?: Output | undefined
    readonly field?: string | undefined
  }
): Operation<Input, Output> => ({
  route,
  does,
  input: input ?? Schema.Struct({}) as AnyCodec as Input,
  output: output ?? Schema.Void as AnyCodec as Output,
  field
})

const optional = Schema.optionalKey

const inProject = {
  /** @default the first project */
  projectId: optional(Schema.String)
}

const user = {
  /** The user's id or primary email address. */
  user: Schema.String,
  ...inProject
}

const site = {
  /** URL of the app, such as `http://localhost:3000`. */
  url: Schema.String
}

const ofPurchase = Schema.Struct({
  /** Id of the purchase or subscription. @default the newest paid purchase */
  purchase: optional(Schema.String),
  /** Customer of the purchase. @default any */
  customerId: optional(Schema.String),
  ...inProject
})

/** A purchase or grant, as tests see it. */
const PurchaseSummary = Schema.Struct({
  id: Schema.String,
  customerType: Schema.Literals(["user", "team", "custom"]),
  customerId: Schema.String,
  /** `null` for inline products. */
  productId: Schema.NullOr(Schema.String),
  /** `one-time` without a subscription. */
  status: Schema.Literals(["active", "past_due", "canceled", "one-time"]),
  periodEnd: Schema.NullOr(Schema.DateFromString),
  isPaid: Schema.Boolean,
  isRefunded: Schema.Boolean,
  isDisputed: Schema.Boolean
})

const team = {
  /** The team's id. */
  team: Schema.String,
  ...inProject
}

const member = Schema.Struct({ ...team, user: user.user })

const Added = Schema.Struct({ id: Schema.String })

const Time = Schema.DateFromString

const maxAdvance = Duration.days(365_000)

const Advance = Schema.Union([Schema.DurationFromMillis, Schema.DurationFromString]).check(
  Schema.makeFilter(
    (duration: Duration.Duration) => Duration.isLessThanOrEqualTo(Duration.abs(duration), maxAdvance),
    { expected: "a duration of at most 1,000 years" }
  )
)

const RedactedText = Schema.RedactedFromValue(Schema.String)

const Project = Schema.Struct({
  projectId: Schema.String,
  displayName: Schema.String,
  baseUrl: Schema.String,
  publishableClientKey: RedactedText,
  secretServerKey: RedactedText,
  superSecretAdminKey: RedactedText
})

/** Every control operation, by group and name. */
export const operations = {
  outbox: {
    list: operation("GET /mails", {
      does: "Returns the emails to an address, or all: "
        + "`{ mails: [{ to, from, kind, projectId, projectName, subject, text, html, code, otp, link, sentAt }] }`",
      input: Schema.Struct({ address: optional(Schema.String) }),
      output: Schema.Any,
      field: "mails"
    }),
    remove: operation("DELETE /mails", {
      does: "Deletes the emails to an address, or all. Returns `{ deleted }`",
      input: Schema.Struct({ address: optional(Schema.String) }),
      output: Schema.Int,
      field: "deleted"
    })
  },
  codes: {
    expire: operation("POST /codes/expire", {
      does: "Expires a code",
      input: Schema.Struct({ code: Schema.String })
    }),
    exhaustAttempts: operation("POST /codes/exhaust-attempts", {
      does: "Uses up the attempts of a code",
      input: Schema.Struct({ code: Schema.String })
    })
  },
  clock: {
    now: operation("GET /clock", { does: "Returns the emulator's time: `{ now }`", output: Time, field: "now" }),
    move: operation("POST /clock", {
      does: "Advances the emulator's clock by a duration (`\"1 hour\"`, or milliseconds), or sets it to a time "
        + "(`\"2030-01-01T00:00:00Z\"`). Returns `{ now }`",
      input: Schema.Union([
        Schema.Struct({ advance: Advance }),
        Schema.Struct({ now: Time })
      ]),
      output: Time,
      field: "now"
    })
  },
  projects: {
    list: operation("GET /projects", {
      does: "Returns the first project with its keys: `{ projects: [project] }`",
      output: Schema.Array(Project),
      field: "projects"
    }),
    create: operation("POST /projects", {
      does: "Creates a project. Returns it with its keys",
      input: Schema.Struct({
        id: optional(Schema.String.check(Schema.isUUID())),
        displayName: optional(Schema.String),
        trustedDomains: optional(Schema.Array(Schema.String)),
        config: optional(Config)
      }),
      output: Project
    }),
    configure: operation("PATCH /projects", {
      does: "Changes the name and the configuration of a project. `config` has the fields of the seed's",
      input: Schema.Struct({ displayName: optional(Schema.NonEmptyString), config: optional(Config), ...inProject })
    })
  },
  settings: {
    /** Changes settings of all projects. Omitted settings keep their value; `null` restores the default. */
    change: operation("PATCH /settings", {
      does: "Changes settings of all projects. `null` restores the default",
      input: Schema.Struct({
        passkeyChallenge: optional(Schema.NullOr(Challenge)),
        sharedOAuthProvider: optional(Schema.NullOr(SharedProvider))
      })
    })
  },
  oauth: {
    /**
     * Opens an authorize URL of the platform, or the provider page that it redirects to, signs in there and follows the
     * redirect back. Rejects with `ControlError` if the platform responds with anything but a redirect.
     *
     * @returns The URL that a browser would end at: the app's callback URL with `code` and `state`, or its error page.
     */
    signIn: operation("POST /oauth/sign-in", {
      does: "Signs in at the emulator's own provider as `account: { email, name?, verified?, id? }`. "
        + "Returns `{ callbackUrl }`",
      input: Schema.Struct({
        authorizeUrl: Schema.String,
        account: Schema.Struct({
          /** `null` for an account without an address, which needs an `id`. */
          email: Schema.NullOr(Schema.String),
          name: optional(Schema.String),
          /** Whether the provider has verified the address. @default true */
          verified: optional(Schema.Boolean),
          /** The account's id at the provider. @default the address */
          id: optional(Schema.String)
        })
      }),
      output: Schema.String,
      field: "callbackUrl"
    }),
    /** Denies access at the provider, and follows the redirect back like `signIn`. */
    deny: operation("POST /oauth/deny", {
      does: "Denies access at the emulator's own provider. Returns `{ callbackUrl }`",
      input: Schema.Struct({ authorizeUrl: Schema.String }),
      output: Schema.String,
      field: "callbackUrl"
    }),
    /**
     * Expires the sign-ins that have the `state` of an authorize URL or of the provider page that it redirects to.
     *
     * @returns The number of expired sign-ins.
     */
    expireFlow: operation("POST /oauth/expire", {
      does: "Expires the sign-in with this `state`. Returns the number of expired sign-ins: `{ expired }`",
      input: Schema.Struct({ state: Schema.String }),
      output: Schema.Int,
      field: "expired"
    }),
    /**
     * Revokes the platform's access to an account at the emulator's own provider: stored access tokens become invalid,
     * and new ones need another sign-in.
     *
     * @returns The number of revoked accounts.
     */
    revoke: operation("POST /oauth/revoke", {
      does:
        "Revokes the platform's access to an account at the emulator's own provider. Returns the number of revoked accounts: `{ revoked }`",
      input: Schema.Struct({ providerId: Schema.String, accountId: Schema.String }),
      output: Schema.Int,
      field: "revoked"
    })
  },
  external: {
    /** Issues a token of a vendor that the emulator simulates. The seed's `externalAuth` turns the vendor on. */
    token: operation("POST /external/token", {
      does: "Issues a token of an identity vendor that the emulator simulates. Returns `{ token }`",
      input: Schema.Struct({
        providerId: ExternalProvider,
        /** The user's id at the vendor. */
        subject: Schema.String,
        /** The session's id at the vendor. */
        sessionId: Schema.String,
        email: optional(Schema.String),
        emailVerified: optional(Schema.Boolean),
        name: optional(Schema.String),
        /** @default one minute */
        expiresInMillis: optional(Schema.Int),
        /** Claims that are added, or replace others, such as `azp`, `iss` or `aud`. */
        claims: optional(Schema.Record(Schema.String, Schema.Json))
      }),
      output: RedactedText,
      field: "token"
    })
  },
  sessions: {
    start: operation("POST /sessions", {
      does: "Starts a session of a user. Returns `{ accessToken, refreshToken }`",
      input: Schema.Struct(user),
      output: Schema.Struct({ accessToken: RedactedText, refreshToken: RedactedText })
    }),
    /** Starts a session, and returns its cookies for a site in the format of Playwright's `context.addCookies`. */
    cookies: operation("POST /sessions/cookies", {
      does: "Starts a session of a user for a browser at `url`. "
        + "Returns `{ cookies }` in the format of Playwright's `context.addCookies`",
      input: Schema.Struct({ ...user, ...site }),
      output: Schema.Array(Schema.Struct({
        name: Schema.String,
        /** Encoded as sent in HTTP. Contains a token. */
        value: Schema.String,
        /** Origin of the site. */
        url: Schema.String,
        secure: Schema.Boolean,
        sameSite: Schema.Literal("Lax")
      })),
      field: "cookies"
    }),
    /**
     * Returns a link to the app's magic-link page that starts a session of the user once. The page is below `/handler`,
     * unless the project's trusted domains have another path for the app.
     */
    link: operation("POST /sessions/link", {
      does:
        "Returns a link to the app at `url` that signs in as the user, once, when **Continue** is pressed: `{ link }`",
      input: Schema.Struct({ ...user, ...site }),
      output: Schema.String,
      field: "link"
    })
  },
  users: {
    add: operation("POST /users", {
      does: "Adds a user. Returns `{ id }`",
      input: Schema.Struct({
        email: Schema.String,
        /** Users without a password sign in by email. */
        password: optional(Schema.String),
        displayName: optional(Schema.String),
        /** Whether the address is verified. @default true */
        verified: optional(Schema.Boolean),
        ...inProject
      }),
      output: Added
    }),
    /** Changes a user. Omitted fields keep their value. */
    change: operation("PATCH /users", {
      does: "Changes a user. Omitted fields keep their value",
      input: Schema.Struct({
        ...user,
        /** `null` removes the primary address. */
        email: optional(Schema.NullOr(Schema.String)),
        /** A new password ends every session of the user. */
        password: optional(Schema.String),
        displayName: optional(Schema.NullOr(Schema.String)),
        verified: optional(Schema.Boolean),
        /** Whether an administrator has restricted the user. */
        restrictedByAdmin: optional(Schema.Boolean),
        /** Reason shown to the user. Only with `restrictedByAdmin`. */
        restrictedByAdminReason: optional(Schema.NullOr(Schema.String))
      })
    }),
    remove: operation("POST /users/remove", { does: "Deletes a user", input: Schema.Struct(user) }),
    /** Ends every session of the user. */
    signOut: operation("POST /users/sign-out", { does: "Ends every session of a user", input: Schema.Struct(user) }),
    /** Sends the user a password-reset email, with a link to the reset page of the app. */
    sendReset: operation("POST /users/reset", {
      does: "Sends a user a password-reset email, with a link to the reset page of the app at `url`",
      input: Schema.Struct({ ...user, ...site })
    })
  },
  teams: {
    add: operation("POST /teams", {
      does: "Adds a team. Returns `{ id }`",
      input: Schema.Struct({ displayName: Schema.String, ...inProject }),
      output: Added
    }),
    change: operation("PATCH /teams", {
      does: "Renames a team",
      input: Schema.Struct({ ...team, displayName: Schema.String })
    }),
    remove: operation("POST /teams/remove", { does: "Deletes a team", input: Schema.Struct(team) }),
    addMember: operation("POST /teams/members", { does: "Adds a user to a team", input: member }),
    removeMember: operation("POST /teams/members/remove", { does: "Removes a user from a team", input: member })
  },
  payments: {
    /**
     * Completes a purchase, like a customer on the payment page: without payment in test mode, otherwise with a card. A
     * declined purchase can be completed again with another card. Rejects like the page's own requests, for instance
     * with `VerificationCodeExpired`.
     */
    complete: operation("POST /payments/complete", {
      does: "Completes a purchase on the payment page at `url`. Returns `{ outcome }`, `completed` or `declined`",
      input: Schema.Struct({
        url: Schema.String,
        /** @default the product's first price */
        priceId: optional(Schema.String),
        /** @default 1 */
        quantity: optional(Schema.Int),
        /** Number of the card. @default "4242 4242 4242 4242" */
        card: optional(Schema.String)
      }),
      output: Schema.Literals(["completed", "declined"]),
      field: "outcome"
    }),
    list: operation("GET /payments", {
      does: "Returns what customers bought: `{ purchases }`, oldest first",
      input: Schema.Struct(inProject),
      output: Schema.Array(PurchaseSummary),
      field: "purchases"
    }),
    /** The provider reports whether the account can charge, receives payouts, and has all details. */
    reportAccount: operation("POST /payments/account", {
      does: "Lets the payment provider report the state of the project's account",
      input: Schema.Struct({
        chargesEnabled: optional(Schema.Boolean),
        payoutsEnabled: optional(Schema.Boolean),
        detailsSubmitted: optional(Schema.Boolean),
        ...inProject
      })
    }),
    /** The provider renews a subscription before its period ends, or charges again for an unpaid renewal. */
    renew: operation("POST /payments/renew", {
      does: "Lets the payment provider report a paid renewal of a subscription",
      input: ofPurchase
    }),
    /** The subscription isn't active until a charge succeeds. After the fourth failure, it ends. */
    failRenewal: operation("POST /payments/fail-renewal", {
      does: "Lets the payment provider report a declined charge for a renewal",
      input: ofPurchase
    }),
    /** The subscription ends at once, as after a cancellation in the provider's dashboard. */
    endSubscription: operation("POST /payments/end-subscription", {
      does: "Lets the payment provider report the end of a subscription",
      input: ofPurchase
    }),
    /** The customer keeps the product. The transactions list the refund. */
    refund: operation("POST /payments/refund", {
      does: "Lets the payment provider report a refund from its dashboard",
      input: Schema.Struct({
        ...ofPurchase.fields,
        /** Amount in US dollars, such as `"4.50"`. @default the price */
        amountUsd: optional(Schema.String)
      })
    }),
    /** The customer keeps the product, and the transactions stay the same, as on the platform. */
    dispute: operation("POST /payments/dispute", {
      does: "Lets the payment provider report that the customer disputes a payment",
      input: ofPurchase
    }),
    /** Charges fail until the customer stores another card. */
    expireCard: operation("POST /payments/expire-card", {
      does: "Lets the customer's stored card expire",
      input: Schema.Struct({ customerId: Schema.String, ...inProject })
    })
  },
  faults: {
    list: operation("GET /faults", {
      does: "Returns the active faults: `{ faults: [{ endpoint, probability, left, respond }] }`. "
        + "`left` is `null` for a fault that lasts until it is removed",
      output: Schema.Any,
      field: "faults"
    }),
    follow: operation("POST /faults", { does: "Adds faults", input: FaultPlanFromJson }),
    remove: operation("DELETE /faults", {
      does: "Removes the fault at this index of the list, or all",
      input: Schema.Struct({ at: optional(Schema.FiniteFromString) })
    })
  },
  requests: {
    list: operation("GET /requests", {
      does: "Returns the requests and their outcomes: `{ requests }`. With the id of one of the last 200, "
        + "`{ request, exchange }`, with `<redacted>` in place of secrets",
      input: Schema.Struct({ id: optional(Schema.FiniteFromString) }),
      output: Schema.Any
    })
  },
  state: {
    reset: operation("POST /reset", {
      does:
        "Deletes users, sessions, teams, codes, emails, logged requests and faults, and restores the users of the seed. "
        + "Projects keep their keys and configuration"
    }),
    save: operation("POST /state/save", { does: "Saves the state to the `--state` file" })
  }
}

type Operations = typeof operations

/** Decoded input of an operation. */
export type Input<O extends Operation> = O["input"]["Type"]

/** Decoded output of an operation. */
export type Output<O extends Operation> = O["output"]["Type"]

/** The name of an operation, such as `users.add`. */
export type OperationName = {
  [Group in keyof Operations]: `${Group}.${keyof Operations[Group] & string}`
}[keyof Operations]

/** The functions of a group of operations. */
export type Functions<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Operation<infer Input, infer Output>
    ? (input: Input["Type"]) => Promise<Output["Type"]>
    : never
}

/** The functions of a group of synchronous operations. */
export type SyncFunctions<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Operation<infer Input, infer Output>
    ? (input: Input["Type"]) => Output["Type"]
    : never
}

/** A function for every operation. The compiler reports missing functions. */
export type Implementation = {
  readonly [Group in keyof Operations]: {
    readonly [Name in keyof Operations[Group]]: Operations[Group][Name] extends Operation<infer Input, infer Output>
      ? (input: Input["Type"]) => Output["Type"] | Promise<Output["Type"]>
      : never
  }
}
