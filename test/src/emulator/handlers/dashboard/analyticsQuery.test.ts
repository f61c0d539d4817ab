/** The SQL of analytics queries. docs/platform.md §23. Rows and functions as the column store documents them. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Analytics from "../../../../../schemas/endpoints/analytics.ts"
import * as Teams from "../../../../../schemas/endpoints/teams.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { runs } from "../../../../support/suite/properties.ts"
import { asAdmin, asServer, emulated, signUp } from "../../support/support.ts"

const segment = "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d"

const query = (text: string, params = {}) =>
  Effect.map(asAdmin(Analytics.query({ query: text, params })), ({ result }) => result)

const reason = (text: string, timeoutMs?: number) =>
  Effect.map(
    Effect.flip(asAdmin(Analytics.query({ query: text, ...(timeoutMs === undefined ? {} : { timeoutMs }) }))),
    (error): string => error._tag === "AnalyticsQueryError" ? String(error.details.error) : error._tag
  )

/** Two page views and a click on 2026-04-01, and a page view a day later. */
const visits = Effect.gen(function*() {
  const { userId } = yield* signUp()
  const at = (time: string) => new Date(`${time}Z`)
  yield* Analytics.sendEvents({
    sessionReplaySegmentId: segment,
    batchId: segment,
    sentAt: at("2026-04-01T10:00:00"),
    events: [
      { eventType: "$page-view", eventAt: at("2026-04-01T10:00:00"), data: { path: "/", time: 3, from: { ad: true } } },
      { eventType: "$click", eventAt: at("2026-04-01T10:20:30"), data: { path: "/a", tags: ["x", "y"] } },
      { eventType: "$page-view", eventAt: at("2026-04-01T11:00:00"), data: { path: "/a", time: 5 } },
      { eventType: "$page-view", eventAt: at("2026-04-02T00:00:00"), data: { path: "/A" } }
    ]
  })
  return userId
})

const site = emulated({ apps: ["analytics"] })

const cases = (title: string, queries: { readonly [query: string]: ReadonlyArray<object> }) =>
  it.effect(title, () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-04-08T12:30:00Z"))
      yield* visits
      for (const [text, rows] of Object.entries(queries)) {
        assert.deepStrictEqual(yield* query(text), rows as never, text)
      }
    }).pipe(Effect.provide(site)))

describe("conditions and sources", () => {
  cases("queries join conditions with AND and OR, and compare with IN, BETWEEN, LIKE and IS NULL", {
    "SELECT count() FROM events WHERE 1": [{ "count()": 4 }],
    "SELECT count(*) AS n FROM default.events WHERE event_type = '$click' OR data.path = '/'": [{ n: 2 }],
    "SELECT count() n FROM events WHERE event_type IN ('$click', 'x') AND NOT (1 = 2)": [{ n: 1 }],
    "SELECT count() AS n FROM events WHERE event_type NOT IN ('$click')": [{ n: 3 }],
    "SELECT count() AS n FROM events WHERE data.path LIKE '/a%'": [{ n: 2 }],
    "SELECT count() AS n FROM events WHERE data.path ILIKE '/A%'": [{ n: 3 }],
    "SELECT count() AS n FROM events WHERE data.path NOT ILIKE '/A'": [{ n: 1 }],
    "SELECT count() AS n FROM events WHERE data.time IS NULL": [{ n: 2 }],
    "SELECT count() AS n FROM events WHERE data.time BETWEEN 4 AND 9": [{ n: 1 }],
    "SELECT count() AS n FROM events WHERE event_at >= toDate('2026-04-02')": [{ n: 1 }],
    "SELECT count() AS n FROM events -- all of them\nWHERE /* nothing */ true;": [{ n: 4 }]
  })

  cases("queries join tables, use sub-queries and common tables, and combine results", {
    "SELECT u.primary_email, count() AS n FROM events e JOIN users AS u ON u.id = e.user_id GROUP BY u.primary_email": [
      { primary_email: "ann@example.com", n: 4 }
    ],
    "WITH views AS (SELECT * FROM events WHERE event_type = '$page-view') SELECT count() AS n FROM views": [{ n: 3 }],
    "SELECT max(n) AS most FROM (SELECT event_type, count() AS n FROM events GROUP BY event_type)": [{ most: 3 }],
    "SELECT 1 AS a UNION ALL SELECT 2 AS a ORDER BY a DESC": [{ a: 2 }, { a: 1 }],
    "SELECT count() AS n FROM users LEFT JOIN teams ON teams.id = users.id WHERE teams.id IS NULL": [{ n: 1 }],
    "SELECT sum(number) AS s, count() AS n FROM numbers(10)": [{ s: 45, n: 10 }],
    "SELECT number FROM numbers(3, 2)": [{ number: 3 }, { number: 4 }]
  })

  cases("queries group, filter groups, sort with NULL last, and remove duplicates", {
    "SELECT DISTINCT event_type FROM events ORDER BY event_type": [
      { event_type: "$click" },
      { event_type: "$page-view" }
    ],
    "SELECT event_type, count() AS n FROM events GROUP BY event_type HAVING n > 1": [{
      event_type: "$page-view",
      n: 3
    }],
    "SELECT data.time AS t FROM events ORDER BY t LIMIT 3": [{ t: 3 }, { t: 5 }, { t: null }],
    "SELECT data.time AS t FROM events ORDER BY t DESC LIMIT 2": [{ t: 5 }, { t: 3 }],
    "SELECT data.path AS p FROM events ORDER BY event_at LIMIT 1 OFFSET 1": [{ p: "/a" }]
  })
})

describe("columns", () => {
  cases("a column without a name is named by its own text", {
    "SELECT 1 + 1": [{ "1 + 1": 2 }],
    "SELECT currentDatabase()": [{ "currentDatabase()": "default" }],
    "SELECT count(*), data.path FROM events WHERE event_type = '$click'": [{ "count()": 1, "data.path": "/a" }],
    "SELECT 'it\\'s', \"event_type\" FROM events LIMIT 1": [{ "'it\\'s'": "it's", event_type: "$page-view" }]
  })

  cases("flags are booleans, JSON columns are objects, and paths reach into them", {
    "SELECT is_anonymous, primary_email_verified AS verified, client_metadata FROM users": [
      { is_anonymous: false, verified: false, client_metadata: null }
    ],
    "SELECT data, data.from.ad AS ad, data.tags AS tags, data.none AS none FROM events ORDER BY event_at LIMIT 2": [
      { data: { path: "/", time: 3, from: { ad: true } }, ad: 1, tags: null, none: null },
      { data: { path: "/a", tags: ["x", "y"] }, ad: null, tags: ["x", "y"], none: null }
    ],
    "SELECT e.data.path AS p FROM events AS e WHERE e.data.time = 5": [{ p: "/a" }],
    "SELECT JSONExtractString(data, 'path') AS p, JSONExtractInt(data, 'time') AS t, JSONHas(data, 'tags') AS h FROM events WHERE event_type = '$click'":
      [{ p: "/a", t: 0, h: 1 }],
    "SELECT arrayJoin(JSONExtractKeys(data)) AS k, count() AS n FROM events GROUP BY k ORDER BY n DESC, k": [
      { k: "path", n: 4 },
      { k: "time", n: 2 },
      { k: "from", n: 1 },
      { k: "tags", n: 1 }
    ],
    "SELECT arrayJoin([1, 2]) AS x": [{ x: 1 }, { x: 2 }]
  })
})

describe("functions", () => {
  cases("aggregates", {
    "SELECT sum(data.time) AS s, min(data.time) AS a, max(data.time) AS b, avg(data.time) AS m FROM events": [
      { s: 8, a: 3, b: 5, m: 4 }
    ],
    "SELECT uniqExact(data.path) AS u, uniq(user_id) AS users, count(DISTINCT event_type) AS types FROM events": [
      { u: 3, users: 1, types: 2 }
    ],
    "SELECT countIf(event_type = '$click') AS c, sumIf(data.time, data.path = '/') AS s FROM events": [{ c: 1, s: 3 }],
    "SELECT any(data.path) AS a, argMax(data.path, event_at) AS last FROM events": [{ a: "/", last: "/A" }],
    "SELECT quantile(0.5)(number) AS q, median(number) AS m FROM numbers(5)": [{ q: 2, m: 2 }],
    "SELECT groupArray(data.path) AS all, topK(1)(event_type) AS top FROM events": [
      { all: ["/", "/a", "/a", "/A"], top: ["$page-view"] }
    ],
    "SELECT sum(data.time) AS s, count() AS n FROM events WHERE 0": [{ s: 0, n: 0 }]
  })

  cases("times", {
    "SELECT now() AS n, today() AS t, yesterday() AS y": [
      { n: "2026-04-08 12:30:00", t: "2026-04-08", y: "2026-04-07" }
    ],
    "SELECT toDate(event_at) AS day, count() AS n FROM events GROUP BY day ORDER BY day": [
      { day: "2026-04-01", n: 3 },
      { day: "2026-04-02", n: 1 }
    ],
    "SELECT toStartOfHour(event_at) AS h, count() AS n FROM events GROUP BY h ORDER BY h": [
      { h: "2026-04-01 10:00:00", n: 2 },
      { h: "2026-04-01 11:00:00", n: 1 },
      { h: "2026-04-02 00:00:00", n: 1 }
    ],
    "SELECT toStartOfDay(now()) AS d, toStartOfWeek(now()) AS w, toMonday(now()) AS m, toStartOfMonth(now()) AS s": [
      { d: "2026-04-08 00:00:00", w: "2026-04-05", m: "2026-04-06", s: "2026-04-01" }
    ],
    "SELECT count() AS n FROM events WHERE event_at >= now() - INTERVAL 7 DAY": [{ n: 1 }],
    "SELECT toDate('2026-01-31') + INTERVAL 1 MONTH AS m, today() - INTERVAL 2 WEEK + INTERVAL 1 DAY AS d": [
      { m: "2026-02-28", d: "2026-03-26" }
    ],
    "SELECT dateDiff('day', toDate('2026-03-30'), today()) AS d, toYear(now()) AS y, addDays(today(), 1) AS a": [
      { d: 9, y: 2026, a: "2026-04-09" }
    ]
  })

  cases("arithmetic, conditions, conversions and texts", {
    "SELECT 1 / 2 AS h, 7 % 3 AS r, 2 * (3 + 4) AS p, round(2 / 3, 2) AS d": [{ h: 0.5, r: 1, p: 14, d: 0.67 }],
    "SELECT if(1 > 2, 'a', 'b') AS i, multiIf(0, 1, 1, 2, 3) AS m, coalesce(NULL, 4) AS c": [{ i: "b", m: 2, c: 4 }],
    "SELECT CASE WHEN event_type = '$click' THEN 'click' ELSE 'view' END AS kind FROM events LIMIT 1": [{
      kind: "view"
    }],
    "SELECT toString(12) AS s, toInt32('12') AS i, '12'::UInt8 AS u, CAST('3' AS Nullable(Int64)) AS c": [
      { s: "12", i: 12, u: 12, c: 3 }
    ],
    "SELECT lower('AB') AS l, concat('a', 'b') AS c, length('abc') AS n, splitByChar(',', 'a,b') AS s": [
      { l: "ab", c: "ab", n: 3, s: ["a", "b"] }
    ],
    "SELECT getSetting('SQL_branch_id') AS b, sleep(0) AS s": [{ b: "main", s: 0 }]
  })
})

describe("tables", () => {
  it.effect("queries read all twelve tables of the project, and SHOW TABLES and DESCRIBE list them", () =>
    Effect.gen(function*() {
      yield* visits
      yield* asServer(Teams.create({ displayName: "Garden", creatorUserId: "me" }))
      const tables = yield* query("SHOW TABLES")

      assert.deepStrictEqual(tables.map(({ name }) => name), [
        ...["connected_accounts", "contact_channels", "email_outboxes", "events", "notification_preferences"],
        ...["project_permissions", "refresh_tokens", "team_invitations", "team_member_profiles", "team_permissions"],
        ...["teams", "users"]
      ])
      for (const { name } of tables) {
        const columns = yield* query(`DESCRIBE TABLE ${name}`)
        const rows = yield* query(`SELECT * FROM ${name}`)
        const [row = {}] = rows
        if (rows.length > 0) assert.deepStrictEqual(Object.keys(row), columns.map(({ name }) => name as string))
        assert.deepStrictEqual(columns.slice(0, 2).map(({ name }) => name), ["project_id", "branch_id"])
      }
      assert.deepStrictEqual(yield* query("SELECT display_name FROM teams"), [{ display_name: "Garden" }])
      assert.deepStrictEqual(yield* query("SELECT id FROM team_permissions"), [{ id: "team_admin" }])
    }).pipe(Effect.provide(site)))

  it.effect("query parameters have types, and their text is never run as SQL", () =>
    Effect.gen(function*() {
      yield* visits
      const text = "' OR 1 = 1 --"

      const rows = yield* query(
        "SELECT {text:String} AS t, {n:UInt8} + 1 AS n, count() AS c FROM events WHERE event_type = {text:String}",
        { text, n: "2" }
      )

      assert.deepStrictEqual(rows, [{ t: text, n: 3, c: 0 }])
    }).pipe(Effect.provide(site)))
})

describe("any query", () => {
  const words = [
    ..."SELECT FROM WHERE GROUP BY ORDER LIMIT JOIN ON WITH AS AND OR NOT IN LIKE UNION ALL DISTINCT INTERVAL DAY"
      .split(" "),
    ..."INSERT INTO UPDATE DELETE DROP TABLE PRAGMA ATTACH events users teams sqlite_master * , ( ) [ ] . ; :: + - / ="
      .split(" "),
    ..."count() sum(1) data.path user_id project_id numbers(3) arrayJoin([1,2]) {x:String} 'a' '\\'' 1 2.5 \"id\" NULL -- /*"
      .split(" ")
  ]
  const Query = Schema.Array(Schema.Literals(words))

  it.effect.prop(
    "O7: any string is either run as a query on the rows of its own project or rejected, and changes nothing",
    [Query, Query],
    ([any, more]) =>
      Effect.gen(function*() {
        const { store } = yield* Emulator
        const project = [...store.projects.values()].at(-1)!
        const before = [project.usersInOrder.length, project.analytics.events.length, project.sessions.size]
        for (const text of [any.join(" "), `SELECT ${any.join(" ")} FROM events ${more.join(" ")}`]) {
          const result = yield* Effect.result(asAdmin(Analytics.query({ query: text === "" ? " " : text })))
          if (Result.isFailure(result)) {
            assert.strictEqual(result.failure._tag, "AnalyticsQueryError", text)
            continue
          }
          const projects = result.success.result.flatMap((row) => "project_id" in row ? [row["project_id"]] : [])
          assert.deepStrictEqual(projects.filter((id) => id !== project.id), [], text)
        }
        const after = [project.usersInOrder.length, project.analytics.events.length, project.sessions.size]
        assert.deepStrictEqual(after, before)
        assert.lengthOf(yield* query("SHOW TABLES"), 12)
      }).pipe(Effect.provide(site)),
    { arbitrary: { runs: runs(60) } }
  )
})

describe("rejections", () => {
  it.effect("ANALYTICS_QUERY_ERROR: the error for a rejected query names the reason", () =>
    Effect.gen(function*() {
      const refusals: { readonly [query: string]: RegExp } = {
        "INSERT INTO users VALUES (1)": /^Only queries are allowed, got INSERT$/,
        "DROP TABLE users": /got DROP/,
        "PRAGMA table_info(users)": /got PRAGMA/,
        "ATTACH 'x' AS y": /got ATTACH/,
        "SELECT 1; SELECT 2": /^Multi-statements are not allowed$/,
        "WITH x AS (SELECT 1) DELETE FROM users": /^Syntax error/,
        "SELECT * FROM file('/etc/passwd')": /^The table function file is not allowed$/,
        "SELECT * FROM url('http://example.com')": /^The table function url is not allowed$/,
        "SELECT * FROM system.tables": /^The database system is not available$/,
        "SELECT * FROM sqlite_master": /^Unknown table sqlite_master$/,
        "SELECT * FROM passwords": /^Unknown table passwords\. The emulator has the tables connected_accounts, /,
        "SELECT password FROM users": /^Unknown column password$/,
        "SELECT windowFunnel(1) FROM events": /^The emulator doesn't support the function windowFunnel/,
        "SELECT 1 SETTINGS max_threads = 1": /SETTINGS/,
        "SELECT {missing:String}": /^Substitution missing is not set$/,
        "SELECT 'open": /a string is not closed$/,
        "SELECT (1": /\( is not closed$/,
        "SELECT": /^Syntax error/,
        [`SELECT ${"/*".repeat(130_000)}`]: /^Syntax error/,
        [`SELECT ${"1,".repeat(140_000)}1`]: /^The query has more than 262144 characters$/,
        "SELECT toInt32('x')": /^Cannot parse the number 'x'$/,
        "SELECT number FROM numbers(10001)": /^The result has more than 10000 rows$/,
        "SELECT count() FROM numbers(10000000)": /^The emulator generates at most 1000000 numbers$/
      }
      for (const [text, expected] of Object.entries(refusals)) {
        assert.match(yield* reason(text), expected, text)
      }
    }).pipe(Effect.provide(site)))

  it.live("O7: ANALYTICS_QUERY_ERROR: a query that takes too long is stopped, and the next query runs", () =>
    Effect.gen(function*() {
      const endless = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT count() FROM n"

      assert.match(yield* reason(endless, 1000), /took longer than 1000 ms/)
      assert.match(yield* reason("SELECT sleep(3)", 1000), /took longer than 1000 ms/)
      assert.deepStrictEqual(yield* query("SELECT 1 AS one"), [{ one: 1 }])
    }).pipe(Effect.provide(site)))
})
