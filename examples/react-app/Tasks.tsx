/**
 * The tasks of a team, or the user's own tasks. They are stored in the metadata of the team or the user, so that the
 * example needs no database. Only members with `$update_team` can change a team's tasks: by default, its admins.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { useAction, useClient, usePermission, useTeam } from "latchkey/react"
import type { User } from "latchkey/schemas"
import { useState } from "react"

const Task = Schema.Struct({ id: Schema.String, title: Schema.String, isDone: Schema.Boolean })

type Task = typeof Task.Type

const Metadata = Schema.Struct({ tasks: Schema.Array(Task) })

const tasksIn = (metadata: unknown): ReadonlyArray<Task> =>
  Option.match(Schema.decodeUnknownOption(Metadata)(metadata), { onNone: () => [], onSome: ({ tasks }) => tasks })

export const Tasks = ({ user }: { readonly user: User }) => {
  const client = useClient()
  const team = useTeam(user.selectedTeamId)
  const isAllowed = usePermission("$update_team", { teamId: team?.id }) ?? true
  const [title, setTitle] = useState("")
  const tasks = tasksIn((team ?? user).clientMetadata)
  const { error, isPending, run } = useAction((tasks: ReadonlyArray<Task>) =>
    team === null
      ? client.currentUser.update({ clientMetadata: { tasks } })
      : client.teams.update({ teamId: team.id, clientMetadata: { tasks } })
  )
  const add = async () => {
    if (title.trim() === "") return
    setTitle("")
    await run([...tasks, { id: crypto.randomUUID(), title: title.trim(), isDone: false }])
  }
  return (
    <section className="app-card" aria-labelledby="tasks" aria-busy={isPending}>
      <h2 id="tasks">{team === null ? "Your tasks" : `Tasks of ${team.displayName}`}</h2>
      {isAllowed ? null : <p className="app-soft">Only admins of the team can change its tasks.</p>}
      {tasks.length === 0 ? <p className="app-empty">Nothing to do yet.</p> : (
        <ul className="app-list">
          {tasks.map((task) => (
            <li key={task.id} data-done={task.isDone}>
              <label>
                <input
                  type="checkbox"
                  checked={task.isDone}
                  disabled={!isAllowed}
                  onChange={() =>
                    void run(tasks.map((each) => each.id === task.id ? { ...each, isDone: !each.isDone } : each))}
                />
                <span>{task.title}</span>
              </label>
              {isAllowed
                ? (
                  <button
                    className="app-remove"
                    aria-label={`Delete ${task.title}`}
                    onClick={() => void run(tasks.filter(({ id }) => id !== task.id))}
                  >
                    ×
                  </button>
                )
                : null}
            </li>
          ))}
        </ul>
      )}
      {error === undefined ? null : <p role="alert" className="app-wrong">{error.message}</p>}
      {isAllowed
        ? (
          <form className="app-add" action={add}>
            <input
              aria-label="New task"
              placeholder="Add a task"
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
            <button className="app-button app-main">Add</button>
          </form>
        )
        : null}
    </section>
  )
}
