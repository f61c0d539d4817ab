/** Workflow files of GitHub Actions. The tests only read them. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import manifest from "../package.json" with { type: "json" }
import { root } from "./docs/sources.ts"

interface Step {
  readonly name: string
  readonly run?: string
  readonly uses?: string
}

interface Job {
  readonly strategy?: { readonly matrix: { readonly proof?: ReadonlyArray<string> } }
  readonly permissions?: { readonly [scope: string]: string }
  readonly "timeout-minutes"?: number
  readonly steps: ReadonlyArray<Step>
}

interface Workflow {
  readonly on: object
  readonly permissions?: { readonly [scope: string]: string }
  readonly jobs: { readonly [name: string]: Job }
}

const { proofs } = await import(path.join(root, ".ci/prove.mjs"))

const folder = path.join(root, ".github/workflows")

const workflows: ReadonlyArray<readonly [file: string, Workflow]> = readdirSync(folder)
  .map((file) => [file, parse(readFileSync(path.join(folder, file), "utf8"))])

const jobs = workflows.flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${file} ${name}`, job }))
)

const steps = jobs.flatMap(({ job, name }) => job.steps.map((step) => ({ name: `${name}: ${step.name}`, step })))

const named = (found: ReadonlyArray<{ readonly name: string }>) => found.map(({ name }) => name)

/** Whether a job may write, or request an identity token. */
const mayWrite = (scopes: Workflow["permissions"] = {}) => Object.values(scopes).includes("write")

describe("workflows", () => {
  it("workflows run only existing scripts and files", () => {
    const requested = steps.flatMap(({ name, step: { run = "" } }) => [
      ...[...run.matchAll(/\bnpm run ([\w:]+)/g)].map((
        [, script]
      ) => [name, Object.hasOwn(manifest.scripts, script!), script]),
      ...[...run.matchAll(/\bnpm run prove ([\w]+)/g)].map(([, proof]) => [name, Object.hasOwn(proofs, proof!), proof]),
      ...[...run.matchAll(/^(\.ci\/\S+)/gm)].map(([, file]) => [name, existsSync(path.join(root, file!)), file]),
      ...[...run.matchAll(/\bnpx (?!--)(\S+)/g)]
        .map(([, bin]) => [name, existsSync(path.join(root, "node_modules/.bin", bin!)), bin])
    ])
    const listed = jobs.flatMap(({ job, name }) =>
      (job.strategy?.matrix.proof ?? []).map((proof) => [name, Object.hasOwn(proofs, proof), proof])
    )

    assert.isAbove(requested.length, 10)
    assert.deepStrictEqual([...requested, ...listed].filter(([, isThere]) => isThere !== true), [])
  })

  it("every workflow has read access by default, and write access only in selected jobs", () => {
    const loose = workflows.filter(([, { permissions }]) => permissions === undefined || mayWrite(permissions))

    assert.deepStrictEqual(loose.map(([file]) => file), [])
    assert.deepStrictEqual(named(jobs.filter(({ job }) => mayWrite(job.permissions))), [
      "docs.yml build",
      "release.yml publish",
      "release.yml bill",
      "version.yml version"
    ])
  })

  it("only the job that publishes requests an identity token, and it may write nothing else", () => {
    const proving = jobs.filter(({ job }) => job.permissions?.["id-token"] !== undefined)

    assert.deepStrictEqual(proving.map(({ job, name }) => [name, job.permissions]), [
      ["release.yml publish", { contents: "read", "id-token": "write" }]
    ])
    assert.deepStrictEqual(
      named(steps.filter(({ step }) => /\bpublish\b/.test(step.run ?? ""))),
      ["release.yml publish: Publish"]
    )
    assert.match(proving[0]!.job.steps.at(-1)!.run!, /npm@\d+\.\d+\.\d+ publish --provenance/)
  })

  it("Q1: workflows use only actions that are pinned to a commit", () => {
    const loose = steps.filter(({ step }) => step.uses !== undefined && !/@[0-9a-f]{40}$/.test(step.uses))

    assert.deepStrictEqual(named(loose), [])
  })

  it("workflows insert no untrusted values into shell commands", () => {
    assert.deepStrictEqual(named(steps.filter(({ step }) => step.run?.includes("${{"))), [])
    assert.deepStrictEqual(
      workflows.filter(([, { on }]) => "pull_request_target" in on || "workflow_run" in on).map(([file]) => file),
      []
    )
  })

  it("every job of every workflow has a timeout", () => {
    assert.deepStrictEqual(named(jobs.filter(({ job }) => job["timeout-minutes"] === undefined)), [])
  })
})
